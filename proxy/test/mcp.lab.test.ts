import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { type Edge, startEdge } from "./edge.ts";

/** A limit with a window so long that no unit is restored during a test. */
const LIMIT = { RATE_LIMIT_UNITS: "20", RATE_LIMIT_WINDOW_S: "86400", TRUSTED_PROXIES: "127.0.0.1" };

let product: Product;
let edge: Edge;

beforeAll(async () => {
  product = await startProduct("all", LIMIT);
  edge = await startEdge([new URL(product.url).host], { PROXY_TRUSTED: "127.0.0.1" });
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const DNS = { name: "dns", arguments: { domain: "example.com", type: "A" } };
const call = (id: number, params: object = DNS) => ({ jsonrpc: "2.0", id, method: "tools/call", params });
const send = (body: unknown, headers: Record<string, string> = {}, path = "/mcp", method = "POST") =>
  fetch(`${edge.url}${path}`, {
    method,
    headers: { ...HEADERS, ...headers },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });

test("an assistant is served through nginx, as the client that it is", async () => {
  const from = { "x-forwarded-for": "192.0.2.1" };
  const response = await send(call(1), from);
  expect([response.status, response.headers.get("x-ratelimit-remaining")]).toEqual([200, "19"]);
  expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { tool: "dns" } } });
  const other = await send([call(1), call(2)], { "x-forwarded-for": "192.0.2.2" });
  expect(await other.json()).toHaveLength(2);
  expect(other.headers.get("x-ratelimit-remaining")).toBe("18");
  // In the newest protocol version, the version, method and tool are also sent in headers, which must match the body.
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "dns" };
  const newest = await send(call(1, { ...DNS, _meta: meta }), { ...from, ...modern });
  expect([newest.status, await newest.json()]).toMatchObject([200, { result: { resultType: "complete" } }]);
  const differs = await send(call(1, { ...DNS, _meta: meta }), { ...from, ...modern, "mcp-name": "mail" });
  expect(differs.status).toBe(400);
});

test("a body of 64 kB passes, a longer one and other methods are refused as the gateway refuses them", async () => {
  const from = { "x-forwarded-for": "192.0.2.3" };
  const padded = (size: number) => {
    const empty = JSON.stringify(call(1, { name: "dns", arguments: { domain: "" } })).length;
    return call(1, { name: "dns", arguments: { domain: "a".repeat(size - empty) } });
  };
  const whole = await send(padded(65_536), from);
  expect([whole.status, await whole.json()]).toMatchObject([
    200,
    { result: { structuredContent: { code: "uri_too_long" } } },
  ]);
  const large = await send(padded(65_537), from);
  expect([large.status, await large.json()]).toMatchObject([413, { code: "body_too_large" }]);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await send("", from, "/mcp", method);
    expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
  }
  const elsewhere = await send(call(1), from, "/api/v1/dns");
  expect([elsewhere.status, elsewhere.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  const page = await send(call(1), { ...from, origin: "https://evil.example" });
  expect([page.status, await page.json()]).toMatchObject([403, { code: "origin_refused" }]);
});

test("a key passes as X-API-Key and as a Bearer token, and a Bearer token at /mcp alone", async () => {
  const { key } = await product.keys("create", "--name", "an assistant", "--contact", "ops@example.org");
  const from = { "x-forwarded-for": "192.0.2.4" };
  expect((await send(call(1), from)).headers.get("x-ratelimit-remaining")).toBe("19");
  for (const own of [
    { "x-api-key": key },
    { authorization: `Bearer ${key}` },
    { authorization: `bearer ${key}` },
  ]) {
    const response = await send(call(1), { ...from, ...own });
    expect([response.status, response.headers.get("x-request-cost")]).toEqual([200, "0"]);
    expect(response.headers.get("x-ratelimit-remaining")).toBe("20");
  }
  const bad = await send(call(1), { ...from, authorization: "Bearer dnst_none" });
  expect([bad.status, await bad.json()]).toMatchObject([401, { code: "key_malformed" }]);
  const api = await fetch(`${edge.url}/api/v1/limits`, {
    headers: { ...from, authorization: `Bearer ${key}` },
  });
  expect([(await api.json()) as object, api.headers.has("www-authenticate")]).toMatchObject([
    { plan: "anonymous" },
    true,
  ]);
  expect(edge.log()).not.toContain(key);
});

test("no argument is in nginx's log", async () => {
  await send(call(1, { name: "dns", arguments: { domain: "hidden7.example.com" } }), {
    "mcp-name": "hidden7",
  });
  expect(edge.log()).toContain('"path":"/mcp"');
  expect(edge.log() + edge.said()).not.toContain("hidden7");
});
