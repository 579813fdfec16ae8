import type { LimitState } from "../rate-limit/charge.ts";

/**
 * Writes the rate limit headers of a response: X-RateLimit-*, and the headers of
 * draft-ietf-httpapi-ratelimit-headers-11.
 * @param windowS seconds in which all spent units are restored
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

/** Copies the headers with the remaining units from the response to an inner request. */
export function takeLimit(headers: Record<string, string | number>, from: Headers): void {
  for (const name of ["x-ratelimit-remaining", "ratelimit"]) headers[name] = from.get(name) ?? "";
}
