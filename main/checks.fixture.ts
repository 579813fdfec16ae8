import { expect } from "bun:test";
import type { OpenApiCheck } from "@dnstools/lab/support/openapi-check";
import type { Row } from "./cases.fixture.ts";

/**
 * Sends a request and checks its response.
 * @param left remaining units of the client before the request
 * @returns remaining units of the client after the request
 */
export async function checkRow(url: string, check: OpenApiCheck, row: Row, left: number): Promise<number> {
  const response = await fetch(`${url}${row.path}`, {
    method: row.method ?? "GET",
    headers: { ...row.headers },
    redirect: "manual",
  });
  const body = await response.text();
  const { says, cost = 0 } = row;
  expect({ says, status: response.status }).toEqual({ says, status: row.status });
  checkHeaders(response, cost, 86_400);
  const remaining = Number(response.headers.get("x-ratelimit-remaining"));
  expect({ says, remaining }).toEqual({ says, remaining: left - cost });
  checkBody(row, check, response, body);
  return remaining;
}

function checkBody(row: Row, check: OpenApiCheck, response: Response, body: string): void {
  if (row.method === "HEAD" || row.method === "OPTIONS") {
    expect(body).toBe("");
    return;
  }
  const path = row.path.split("?")[0] ?? "";
  check(path, response, body);
  if (row.code === undefined) return;
  const problem = JSON.parse(body);
  expect({ says: row.says, code: problem.code }).toEqual({ says: row.says, code: row.code });
  expect(problem).toMatchObject({
    status: row.status,
    type: `/docs/errors#${row.code}`,
    requestId: response.headers.get("x-request-id"),
  });
  const words = [
    problem.detail,
    ...(problem.errors ?? []).map((error: { message: string }) => error.message),
  ].join("\n");
  for (const word of row.tells ?? []) expect(words).toContain(word);
  if (problem.retry !== undefined) expect(problem.retry).toStartWith("/api/v1/");
  if (row.parameters)
    expect(problem.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      ...row.parameters,
    ]);
  if (row.status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
}

/** Checks the headers that every response must have. */
export function checkHeaders(response: Response, cost: number, windowS = 60): void {
  const { headers } = response;
  const limit = headers.get("x-ratelimit-limit");
  expect(limit).toMatch(/^\d+$/);
  expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=[1-9]\d*$/);
  expect(headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=${windowS}`);
  expect(headers.get("x-request-cost")).toBe(String(cost));
  expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ");
  expect(exposed).toEqual(
    expect.arrayContaining([
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "RateLimit",
      "RateLimit-Policy",
      "X-Request-Cost",
      "X-Request-Id",
      "Retry-After",
    ]),
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("vary")).not.toContain(response.status === 204 ? "Cookie" : "*");
  if (response.status === 401) expect(headers.get("www-authenticate")).toContain("X-API-Key");
  if (headers.get("etag") === null) expect(headers.get("cache-control")).toBe("no-store");
  if (response.status === 204) {
    expect(headers.get("access-control-max-age")).toBe("86400");
    expect(headers.get("access-control-allow-headers")).toBe(
      "X-API-Key, X-Request-Id, Content-Type, Authorization, Accept-Language",
    );
  }
  if (response.status === 503 || response.status === 429)
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}
