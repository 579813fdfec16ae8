import { expect } from "bun:test";
import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import type { RawAnswer } from "@dnstools/lab/support/raw-http";

/**
 * Returns a header of a raw response; null if the header is missing.
 * @throws Error if the header occurs twice
 */
export function headerOf(answer: RawAnswer, name: string): string | null {
  const lines = answer.head.split("\r\n").slice(1);
  const values = lines
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());
  if (values.length > 1) throw new Error(`${name} is there ${values.length} times: ${values.join(" | ")}`);
  return values[0] ?? null;
}

/** Headers that every response of this API has. */
const ALWAYS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Cost",
  "X-Request-Id",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
  "X-Content-Type-Options",
  "Vary",
];

/**
 * Checks that a response is a problem with the given code, and that its members and headers are the same as from the
 * gateway.
 * @param remaining expected X-RateLimit-Remaining, of 60
 */
export function expectProblem(
  answer: RawAnswer,
  code: FaultCode,
  remaining: number,
  contact?: string | null,
): void {
  const { status, title, fix } = FAULTS[code];
  const id = headerOf(answer, "X-Request-Id");
  expect(answer.status).toBe(status);
  expect(headerOf(answer, "Content-Type")).toBe("application/problem+json");
  expect(JSON.parse(answer.body)).toEqual({
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: fix,
    code,
    requestId: id,
    ...(contact === undefined ? {} : { contact }),
  });
  expect(headers(answer, ALWAYS)).toMatchObject({
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": String(remaining),
    "RateLimit-Policy": expect.stringMatching(/^"default";q=60;w=[1-9]\d*$/),
    "X-Request-Cost": "0",
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept-Encoding",
  });
  expect(headerOf(answer, "RateLimit")).toMatch(new RegExp(`^"default";r=${remaining};t=[1-9]\\d*$`));
  expect(id).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  const waits = status === 429 || status === 503;
  expect(headerOf(answer, "Retry-After") ?? "none").toMatch(waits ? /^[1-9]\d*$/ : /^none$/);
  expect(headerOf(answer, "Allow")).toBe(status === 405 ? "GET, HEAD, OPTIONS" : null);
}

function headers(answer: RawAnswer, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, headerOf(answer, name)]));
}
