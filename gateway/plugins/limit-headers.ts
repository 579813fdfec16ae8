import type { LimitState } from "../rate-limit/charge.ts";

/**
 * Writes a client's limit to the headers of its answer: X-RateLimit-*, and draft-ietf-httpapi-ratelimit-headers-11.
 * @param windowS seconds in which used units come back.
 */
export function limitHeaders(
  headers: Record<string, string | number>,
  { limit, remaining, resetS }: LimitState,
  windowS: number,
): void {
  headers["x-ratelimit-limit"] = String(limit);
  headers["x-ratelimit-remaining"] = String(remaining);
  headers["ratelimit"] = `"default";r=${remaining};t=${Math.max(1, resetS)}`;
  headers["ratelimit-policy"] = `"default";q=${limit};w=${windowS}`;
}

/** Takes a client's limit over from the answer to a call that was made for it. */
export function takeLimit(headers: Record<string, string | number>, from: Headers): void {
  for (const name of ["x-ratelimit-remaining", "ratelimit"]) headers[name] = from.get(name) ?? "";
}
