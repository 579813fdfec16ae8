import type { Limit } from "@dnstools/concurrency/rate-limiter";
import { Fault } from "@dnstools/core/tool/fault";
import { AUTHENTICATE, clientGone } from "@dnstools/server/http/problem";
import { Elysia } from "elysia";
import type { Keys } from "../auth/keys.ts";
import type { KeyVerdict } from "../auth/verdict.ts";
import type { InnerRequests } from "../mcp/inner-requests.ts";
import { MCP_PATH } from "../mcp/path.ts";
import type { Limiter } from "../rate-limit/limiter.ts";
import { memoryStore } from "../rate-limit/memory.ts";
import type { Clients } from "./client-address.ts";
import { limitHeaders } from "./limit-headers.ts";
import { requestState, UNKNOWN_CALLER } from "./request-state.ts";

/** Options of the plugin that identifies callers. */
export type CallerOptions = {
  readonly clients: Clients;
  readonly keys: Keys;
  readonly limiter: Limiter;
  readonly inner: InnerRequests;
};

/** Rate limit for invalid keys from one client: enough for typing errors, too low for guessing. */
const BAD_KEYS: Limit = { units: 10, windowMs: 60_000 };

/**
 * Determines the caller of each request by its address and API key. Also writes the rate limit headers of every
 * response, from the state in this process. An inner request has the caller of its outer request.
 * @throws Fault key_* (401), too_many_bad_keys, keys_unavailable
 */
export function caller({ clients, keys, limiter, inner }: CallerOptions) {
  const badKeys = memoryStore(BAD_KEYS);
  return new Elysia({ name: "caller" }).use(requestState).onRequest(async (context) => {
    const { request, set } = context;
    const outer = inner.callerOf(request);
    const client = outer?.client ?? clients.clientOf(request);
    const own = limiter.localState(client ?? UNKNOWN_CALLER.client);
    const unlimited = { limit: own.limit, remaining: own.limit, resetS: 0 };
    const isKeyed = outer !== null && outer.keyId !== null;
    limitHeaders(set.headers, isKeyed ? unlimited : own, limiter.windowS);
    // A reset connection has no address, so the rate limit could not apply to its request.
    if (client === null) throw clientGone();
    context.caller = outer ?? { client, keyId: null, name: client };
    if (request.method === "OPTIONS" || outer !== null) return;
    const key = keyOf(request);
    if (key === null) {
      // If a client sends other credentials, WWW-Authenticate explains how to send a key (RFC 9110 11.6.1).
      if (request.headers.has("authorization")) set.headers["www-authenticate"] = AUTHENTICATE;
      keys.anonymous();
      return;
    }
    const verdict = await keys.check(key);
    if (verdict.status === "unavailable") throw keysUnavailable();
    if (verdict.status === "refused") throw refusal(client, verdict.code);
    context.caller = { client, keyId: verdict.id, name: `key ${verdict.id}` };
    limitHeaders(set.headers, unlimited, limiter.windowS);
  });

  function refusal(client: string, code: RefusedCode): Fault {
    const { granted, retryAfterMs } = badKeys.take(client, 1);
    if (granted) return new Fault(code, { detail: KEY_DETAILS[code] });
    const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
    return new Fault("too_many_bad_keys", {
      detail: `A client may send at most ${BAD_KEYS.units} invalid keys a minute: try again in ${retryAfterS} s. A valid key works at once.`,
      retryAfterS,
    });
  }
}

/**
 * Returns the API key of a request, from X-API-Key. The MCP endpoint also accepts a Bearer token (RFC 6750 2.1),
 * because some AI assistants can only send such a token.
 */
function keyOf({ headers, url }: Request): string | null {
  const key = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  if (key !== null || authorization === null || new URL(url).pathname !== MCP_PATH) return key;
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1] ?? null;
}

type RefusedCode = Extract<KeyVerdict, { status: "refused" }>["code"];

const ANONYMOUS = "Omit X-API-Key to use the anonymous limit.";
const KEY_DETAILS = {
  key_malformed: `This is not a key of this API: keys begin with dnst_ and have 64 characters; a character seems to be wrong or missing. ${ANONYMOUS}`,
  key_unknown: `This API has no such key. ${ANONYMOUS}`,
  key_expired: `This key has expired. Ask the operator for a new one. ${ANONYMOUS}`,
  key_revoked: `This key was revoked. Ask the operator for a new one. ${ANONYMOUS}`,
} as const satisfies Record<RefusedCode, string>;

function keysUnavailable(): Fault {
  return new Fault("keys_unavailable", {
    detail: `Keys cannot be looked up now, and this key was not used here recently. Try again in a few seconds. ${ANONYMOUS}`,
    retryAfterS: 5,
    workDone: false,
  });
}
