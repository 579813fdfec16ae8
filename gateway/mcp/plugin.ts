import { harmlessJson } from "@dnstools/core/harmless";
import type { Contract } from "@dnstools/core/tool/contract";
import type { RequestLog } from "@dnstools/server/http/request-log";
import type { Log } from "@dnstools/server/log";
import type { Traces } from "@dnstools/server/trace/traces";
import { Elysia } from "elysia";
import { takeLimit } from "../plugins/limit-headers.ts";
import { requestState } from "../plugins/request-state.ts";
import type { InnerRequests } from "./inner-requests.ts";
import { createOriginCheck } from "./origin.ts";
import { MCP_PATH } from "./path.ts";
import { readBody } from "./read-body.ts";
import type { Serve } from "./serve.ts";

/** Options of the MCP endpoint. */
export type McpOptions = {
  readonly contracts: readonly Contract[];
  readonly version: string;
  readonly publicUrl: string;
  readonly log: Log;
  readonly requestLog: RequestLog;
  readonly traces: Traces;
  readonly inner: InnerRequests;
  /** Sends an inner request through the gateway's own plugins. */
  readonly send: (request: Request) => Promise<Response>;
};

const BODY = { maxBytes: 65_536, deadlineMs: 10_000 };
/** Maximum number of messages in one request. */
const BATCH_MAX = 8;
/** Maximum nesting depth of the JSON body. A tool call needs four levels. */
const DEPTH_MAX = 32;

/**
 * Serves the tools to AI assistants with the Model Context Protocol over HTTP, without sessions. Each tool call
 * becomes a separate request through the gateway's own plugins.
 * @throws Fault origin_refused, body_too_large, request_timeout
 */
export function mcp({ contracts, version, publicUrl, log, requestLog, traces, inner, send }: McpOptions) {
  const checkOrigin = createOriginCheck(publicUrl);
  let loaded: Promise<Serve> | null = null;
  const load = () => {
    // Loaded on the first request, because the MCP library takes about 10 MB of memory.
    loaded ??= import("./serve.ts").then(({ createServe }) => createServe({ contracts, version }));
    return loaded;
  };

  return new Elysia({ name: "mcp" }).use(requestState).post(
    MCP_PATH,
    async ({ request, caller, requestId, set }) => {
      checkOrigin(request);
      const headers = set.headers as Record<string, string | number>;
      headers["content-type"] = "application/json";
      const body = readJson(await readBody(request, BODY));
      const wrong = body === undefined ? NO_JSON : wrongMessages(body);
      if (wrong !== null) {
        set.status = 400;
        return wrong;
      }
      let cost = 0;
      const ask = async (path: string) => {
        const call = inner.open({ request, caller, requestId }, path);
        traces.join(call, request);
        const answer = await send(call);
        cost += Number(answer.headers.get("x-request-cost"));
        takeLimit(headers, answer.headers);
        return answer;
      };
      const onError = (error: unknown) =>
        log.error("an assistant's request failed", {
          ...requestLog.fields(request, requestId),
          error: requestLog.error(request, error),
        });
      const serve = await load();
      const response = await serve({ request, body, ask, onError });
      headers["x-request-cost"] = String(cost);
      set.status = response.status;
      return harmlessJson(await response.text());
    },
    { parse: "none" },
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NO_JSON = refusal(-32700, "The body is not JSON: send one JSON-RPC message.");

/** Returns the refusal of a body that the MCP library would not handle safely; null if the body is acceptable. */
function wrongMessages(body: unknown): string | null {
  if (isDeeper(body, DEPTH_MAX))
    return refusal(-32600, `A message may be nested at most ${DEPTH_MAX} levels deep.`);
  if (!Array.isArray(body)) return null;
  if (body.length > BATCH_MAX)
    return refusal(
      -32600,
      `A batch may contain at most ${BATCH_MAX} messages, and this one has ${body.length}.`,
    );
  const ids = body.flatMap((message) => (message?.id === undefined ? [] : [message.id]));
  return new Set(ids).size === ids.length
    ? null
    : refusal(-32600, "Each request of a batch needs a unique id.");
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Returns a JSON-RPC error that refuses the whole body (JSON-RPC 2.0, 5.1). */
function refusal(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
}
