import { HEADER_NAMES } from "./headers.ts";
import type { LimitState } from "./policies/limit/limiter.ts";

/** Methods and request headers that pages of any origin may use. */
export const CORS = {
  methods: "GET, HEAD, OPTIONS",
  allowedHeaders: "X-API-Key, X-Request-Id",
  maxAge: 86_400,
} as const;

/** Headers of an answer, to be written to. */
type Headers = Record<string, string | number>;

/** Writes the headers of every answer to a caller, first so that errors, preflights and unknown paths carry them too. */
export function answerHeaders(
  headers: Record<string, string | number>,
  state: LimitState,
  requestId: string,
  windowS: number,
): void {
  headers["x-request-id"] = requestId;
  headers["x-request-cost"] = "0";
  limitHeaders(headers, state);
  headers["ratelimit-policy"] = `"default";q=${state.limit};w=${windowS}`;
  headers["cache-control"] = "no-store";
  headers["x-content-type-options"] = "nosniff";
}

/** Both header styles: the older ones, and draft-ietf-httpapi-ratelimit-headers-11. */
export function limitHeaders(headers: Headers, { limit, remaining, resetS }: LimitState): void {
  headers["x-ratelimit-limit"] = String(limit);
  headers["x-ratelimit-remaining"] = String(remaining);
  headers["ratelimit"] = `"default";r=${remaining};t=${Math.max(1, resetS)}`;
}

/** What the CORS plugin sets, for answers that are made before it. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": CORS.methods,
  "access-control-allow-headers": CORS.allowedHeaders,
  "access-control-expose-headers": HEADER_NAMES.join(", "),
  vary: "Accept-Encoding",
} as const;

/** The first number of six characters, so that ids are of one length for two thousand million requests. */
const FIRST_ID = 36 ** 5;

/** What was put there by mistake must not get into logs, as at the edge. */
const LIKE_A_KEY = /dnst_|[0-9A-Za-z]{40}/;

/** Gives each request an id: the caller's where it is a plain one, else a new one. */
export function createRequestIds(): (request: Request) => string {
  // Random once and then counted, so that no other process makes the same: a random id each costs over 1 us.
  const prefix = crypto.randomUUID().slice(0, 18);
  let count = FIRST_ID;
  return (request) => {
    const given = request.headers.get("x-request-id");
    if (given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) && !LIKE_A_KEY.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
