import { expect, test } from "bun:test";
import { type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { makeKey } from "../auth/key.ts";
import { HEADER_NAMES } from "../plugins/headers.ts";

const DNS = "/api/v1/dns";
const GOOD = `${DNS}?domain=example.com&type=A`;

/** Checks the headers that every response must have. */
function checkHeaders(what: string, { status, headers }: Response): void {
  const get = (name: string) => headers.get(name) ?? "";
  const limit = get("x-ratelimit-limit");
  const left = get("x-ratelimit-remaining");
  const shown = {
    limit,
    left: /^\d+$/.test(left) && Number(left) <= Number(limit),
    rate: get("ratelimit"),
    policy: get("ratelimit-policy"),
    cost: /^\d+$/.test(get("x-request-cost")),
    id: /^[A-Za-z0-9._-]{8,64}$/.test(get("x-request-id")),
    origin: get("access-control-allow-origin"),
    credentials: headers.has("access-control-allow-credentials"),
    sniff: get("x-content-type-options"),
    cached: get("cache-control") !== "",
    exposed: get("access-control-expose-headers").split(/, ?/),
    retry: /^[1-9]\d*$/.test(get("retry-after")),
  };
  expect({ what, ...shown }).toEqual({
    what,
    limit: "30",
    left: true,
    rate: expect.stringMatching(new RegExp(`^"default";r=${left};t=[1-9]\\d*$`)),
    policy: '"default";q=30;w=86400',
    cost: true,
    id: true,
    origin: "*",
    credentials: false,
    sniff: "nosniff",
    cached: true,
    exposed: HEADER_NAMES,
    retry: status === 429 || status === 503,
  });
  const allow = what.includes("format=") ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS";
  if (status === 405) expect([what, headers.get("allow")]).toEqual([what, allow]);
  if (status === 401) expect([what, headers.has("www-authenticate")]).toEqual([what, true]);
  if (status >= 400 && headers.get("content-type") !== null)
    expect([what, headers.get("content-type")]).toEqual([what, "application/problem+json"]);
}

/** Reports in JSON format. Their problems are in problem+json. */
const REPORTS = ["/dns/example.com?type=A&format=json", "/ssl/exa!mple.com?format=json"];

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];

/** Returns the paths of every route: those in the OpenAPI document, and the pages with their assets. */
async function routesOf(product: Product): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: object };
  const pages = ["/", "/docs", "/docs/errors", "/openapi.json"];
  const loaded: string[] = [];
  for (const page of pages) {
    const html = await (await fetch(`${product.url}${page}`)).text();
    for (const [, path = ""] of html.matchAll(/(?:src|href)="(\/docs\/[^"#]+|\/assets\/[^"#]+)"/g))
      if (!pages.includes(path)) loaded.push(path);
  }
  expect(loaded.length).toBeGreaterThan(0);
  return [
    ...new Set([...Object.keys(paths), ...pages, ...loaded, "/nothing", "/api/v1/nothing", ...REPORTS]),
  ];
}

test.each(WIRINGS)("headers of every route, status and method: %s", async (wiring) => {
  await using product = await startProduct(wiring, {
    RATE_LIMIT_UNITS: "30",
    RATE_LIMIT_WINDOW_S: "86400",
    SERVICE_CONCURRENCY: "1",
    TARGET_CONCURRENCY: "1",
    QUEUE_WAIT_MS: "100",
    TARGET_DENY: "denied.com",
    TOOL_DEADLINES: "dns=1500",
    DATABASE_URL: "",
  });
  const statuses = new Set<number>();
  const check = async (what: string, asked: Promise<Response>) => {
    const response = await asked;
    statuses.add(response.status);
    checkHeaders(`${what} -> ${response.status}`, response);
    await response.body?.cancel();
    return response;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    check(`GET ${path} ${Object.keys(headers)}`, fetch(`${product.url}${path}`, { headers }));

  // Without parameters, every tool returns 400, so no units are charged yet.
  for (const path of await routesOf(product))
    for (const method of METHODS)
      await check(`${method} ${path}`, fetch(`${product.url}${path}`, { method, redirect: "manual" }));
  const page = await get("/openapi.json");
  await get("/openapi.json", { "If-None-Match": page.headers.get("etag") ?? "" });
  await check(
    "preflight",
    fetch(`${product.url}${DNS}`, {
      method: "OPTIONS",
      headers: {
        Origin: "https://a.example.org",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-api-key",
      },
    }),
  );
  await get(`${DNS}?domain=denied.com`);
  for (const path of [GOOD, `${DNS}?domain=nothing-here.com`, "/api/v1/limits", ...REPORTS]) {
    await get(path);
    await check(`HEAD ${path}`, fetch(`${product.url}${path}`, { method: "HEAD" }));
  }
  // One call runs, one waits, and one is refused.
  await Promise.all(["a", "b", "c"].map((label) => get(`${DNS}?domain=${label}.silent.com`)));
  const { id, key } = await product.keys("create", "--name", "walks");
  await get(GOOD, { "X-API-Key": key });
  const revoked = await product.keys("rotate", id, "--overlap", "0s");
  await product.keys("revoke", revoked.id);
  for (const bad of ["x", makeKey().text, revoked.key]) await get(GOOD, { "X-API-Key": bad });
  for (let i = 0; i < 10; i++) await get(GOOD, { "X-API-Key": "x" });
  for (let i = 0; i < 30; i++) await get(GOOD);
  await check("HEAD beyond the limit", fetch(`${product.url}${GOOD}`, { method: "HEAD" }));
  expect([...statuses].sort()).toEqual([200, 204, 304, 400, 401, 404, 405, 429, 503]);
});
