import type { Contract } from "@dnstools/core/tool/contract";
import type { ToolMetrics } from "@dnstools/server/metrics/request-metrics";
import type { Leave } from "@dnstools/server/run/admission";
import type { Asked } from "@dnstools/server/run/read-input";
import { Elysia } from "elysia";
import type { Charge } from "../rate-limit/charge.ts";
import type { Form } from "../report/choose-form.ts";

/** The caller of a request. */
export type Caller = {
  /** The client that the limit counts: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  /** The id of a valid key: no limit then. */
  readonly keyId: string | null;
  /** Callers take turns where calls wait: the key or the client. */
  readonly name: string;
};

/** What a request asks of a tool. */
export type ToolRequest = Asked & {
  readonly contract: Contract;
  readonly count: ToolMetrics;
  /** The form of a report; null for a call to the API. */
  readonly form: Form | null;
  /** Whether the caller named it. */
  readonly named: boolean;
};

/** A call at work: how long it waited for its turn, and how it ends its work. */
export type Turn = { readonly waitedMs: number; readonly leave: Leave };

/** A request, and what the steps before its handler found out about it. */
export type RequestState = {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
  readonly asked: ToolRequest | null;
  readonly charge: Charge | null;
  /** Not there yet where the answer begins before. */
  readonly turn: Turn | Promise<Turn> | null;
  readonly set: { readonly headers: Record<string, unknown> };
};

/** The caller before a request is looked at. */
export const UNKNOWN_CALLER: Caller = { client: "unknown", keyId: null, name: "unknown" };

/**
 * What the steps of the chain find out about a request, by name and type. Each plugin uses this one, and takes only the members
 * that it needs out of the context: Elysia reads a hook's parameters, and parses cookies, query and body for one that takes all.
 */
export const requestState = new Elysia({ name: "request-state" })
  .decorate("requestId", "")
  .decorate("caller", UNKNOWN_CALLER)
  .decorate("asked", null as RequestState["asked"])
  .decorate("charge", null as RequestState["charge"])
  .decorate("turn", null as RequestState["turn"]);
