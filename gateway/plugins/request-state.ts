import type { Contract } from "@dnstools/core/tool/contract";
import type { ToolMetrics } from "@dnstools/server/metrics/request-metrics";
import type { Leave } from "@dnstools/server/run/admission";
import type { Asked } from "@dnstools/server/run/read-input";
import { Elysia } from "elysia";
import type { Charge } from "../rate-limit/charge.ts";
import type { Form } from "../report/choose-form.ts";

/** The caller of a request. */
export type Caller = {
  /** The client that the rate limit counts: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  /** The id of a valid key, with which the caller has no rate limit; null if there is no key. */
  readonly keyId: string | null;
  /** The key or the client as one name. Waiting calls alternate fairly between these names. */
  readonly name: string;
};

/** A parsed request to a tool. */
export type ToolRequest = Asked & {
  readonly contract: Contract;
  readonly count: ToolMetrics;
  /** The format of a report; null for an API call. */
  readonly form: Form | null;
  /** True if the caller requested the format with the parameter `format`. */
  readonly named: boolean;
};

/** The turn of a call: how long the call waited for it, and the function that ends it. */
export type Turn = { readonly waitedMs: number; readonly leave: Leave };

/** The data of a request that the plugins before its handler have added. */
export type RequestState = {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
  readonly asked: ToolRequest | null;
  readonly charge: Charge | null;
  /** The turn of the call. A promise if the response begins before the call has its turn; null for other requests. */
  readonly turn: Turn | Promise<Turn> | null;
  readonly set: { readonly headers: Record<string, unknown> };
};

/** The caller of a request before the `caller` plugin has checked the request. */
export const UNKNOWN_CALLER: Caller = { client: "unknown", keyId: null, name: "unknown" };

/**
 * Declares the request data that the plugins share. Each plugin must destructure only the members of the context that it needs:
 * Elysia analyses the parameters of a hook, and parses cookies, query and body for a hook that takes the whole context.
 */
export const requestState = new Elysia({ name: "request-state" })
  .decorate("requestId", "")
  .decorate("caller", UNKNOWN_CALLER)
  .decorate("asked", null as RequestState["asked"])
  .decorate("charge", null as RequestState["charge"])
  .decorate("turn", null as RequestState["turn"]);
