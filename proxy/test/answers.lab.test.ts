import { afterAll, beforeAll, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { type Edge, startEdge } from "./edge.ts";

let product: Product;
let edge: Edge;

beforeAll(async () => {
  product = await startProduct("all", { TRUSTED_PROXIES: "127.0.0.1" });
  edge = await startEdge([new URL(product.url).host], { PROXY_TRUSTED: "127.0.0.9" });
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});

/** As sent, not unpacked. */
const ask = (path: string, init: BunFetchRequestInit = {}) =>
  fetch(`${edge.url}${path}`, { decompress: false, ...init });

test.each([
  ["an answer", "/api/v1/dns?domain=example.com", 200],
  // nginx compresses 200, 403 and 404 alone; other problems are a few hundred bytes.
  ["the gateway's problem", "/api/v1/dns?domain=nothing-here.com", 404],
  ["the OpenAPI document", "/openapi.json", 200],
  ["a page", "/docs/errors", 200],
])("%s is sent compressed to clients that accept it, and as it is to others", async (_, path, status) => {
  const packed = await ask(path, { headers: { "accept-encoding": "gzip" } });
  expect(packed.status).toBe(status);
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("vary")).toBe("Accept-Encoding");
  const text = gunzipSync(await packed.arrayBuffer()).toString();
  const plain = await ask(path, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
  expect((await plain.text()).slice(0, 40)).toBe(text.slice(0, 40));
});

test("a gateway is asked for plain answers, and answers are compressed once", async () => {
  const accept = { headers: { "accept-encoding": "zstd, gzip" } };
  const direct = await fetch(`${product.url}/openapi.json`, { decompress: false, ...accept });
  expect(direct.headers.get("content-encoding")).toBe("zstd");
  const { headers } = await ask("/openapi.json", accept);
  expect(headers.get("content-encoding")).toBe("gzip");
});

test("a slash at the end leads to the path without it", async () => {
  const response = await ask("/api/v1/dns/?domain=example.com&type=A", { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([
    308,
    "/api/v1/dns?domain=example.com&type=A",
  ]);
  expect((await ask("/api/v1/limits/")).status).toBe(200);
});

test("a caller that sends Authorization is told where a key belongs", async () => {
  const { status, headers } = await ask("/api/v1/limits", { headers: { authorization: "Bearer abc" } });
  expect([status, headers.get("www-authenticate")]).toEqual([200, 'ApiKey header="X-API-Key"']);
  expect((await ask("/api/v1/limits")).headers.get("www-authenticate")).toBeNull();
});

test("an ETag stays good for both forms", async () => {
  for (const encoding of ["gzip", "identity"]) {
    const first = await ask("/openapi.json", { headers: { "accept-encoding": encoding } });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^(W\/)?"/);
    const again = await ask("/openapi.json", {
      headers: { "if-none-match": etag, "accept-encoding": encoding },
    });
    expect(again.status).toBe(304);
  }
});

test("HEAD is answered as GET, without a body", async () => {
  const response = await ask("/api/v1/limits", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("x-ratelimit-limit")).toBe("60");
  expect(await response.text()).toBe("");
});

test("a preflight is answered by the gateway", async () => {
  const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
  const response = await ask("/api/v1/dns", { method: "OPTIONS", headers });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toContain("X-API-Key");
});

test("a client that sends forwarding headers keeps its own limit", async () => {
  const asked = (xff: string) =>
    ask("/api/v1/reverse?ip=9.9.9.9", {
      headers: { "x-forwarded-for": xff, forwarded: `for=${xff}`, "x-real-ip": xff },
    });
  const left: (string | null)[] = [];
  for (const xff of ["6.6.6.1", "6.6.6.2, 6.6.6.3", "garbage"])
    left.push((await asked(xff)).headers.get("x-ratelimit-remaining"));
  expect(left.map(Number).every((units, at) => at === 0 || units <= Number(left[0]))).toBe(true);
  expect(Number(left[0])).toBeLessThan(60);
});

test("a valid key gets no 429 for 300 requests, beside an address that floods", async () => {
  const { key } = await product.keys("create", "--name", "edge");
  const path = "/api/v1/dns?domain=example.com&type=A";
  const codes = new Map<string, number>();
  const asks = async (who: string, headers: Record<string, string>) => {
    const response = await ask(path, { headers });
    await response.arrayBuffer();
    const code = `${who} ${response.status}`;
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (who === "keyed")
      expect(response.headers.get("x-ratelimit-remaining")).toBe(response.headers.get("x-ratelimit-limit"));
  };
  for (let round = 0; round < 10; round++)
    await Promise.all([
      ...Array.from({ length: 30 }, () => asks("keyed", { "x-api-key": key })),
      ...Array.from({ length: 20 }, () => asks("anonymous", {})),
    ]);
  expect(codes.get("keyed 200")).toBe(300);
  expect(codes.get("anonymous 429")).toBeGreaterThan(100);
});

test("a well-formed key that was never issued is refused by the gateway", async () => {
  const { key } = await product.keys("create", "--name", "changed");
  const other = key.endsWith("a") ? `${key.slice(0, -1)}b` : `${key.slice(0, -1)}a`;
  const response = await ask("/api/v1/limits", { headers: { "x-api-key": other } });
  expect(response.status).toBe(401);
  expect(key).toMatch(/^dnst_[0-9A-Za-z]{59}$/);
});
