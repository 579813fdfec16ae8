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

/** Requests a path and returns the response without decompressing it. */
const ask = (path: string, init: BunFetchRequestInit = {}) =>
  fetch(`${edge.url}${path}`, { decompress: false, ...init });

test.each([
  ["an answer", "/api/v1/dns?domain=example.com", 200, ""],
  // nginx compresses only responses with status 200, 403 or 404; problems with other statuses are only a few hundred
  // bytes long. Browsers get a page.
  ["the gateway's problem", "/api/v1/dns?domain=nothing-here.com", 404, ", Accept"],
  ["the OpenAPI document", "/openapi.json", 200, ""],
  ["a page", "/docs/errors", 200, ""],
])(
  "%s is sent compressed to clients that accept it, and as it is to others",
  async (_, path, status, more) => {
    const packed = await ask(path, { headers: { "accept-encoding": "gzip" } });
    expect(packed.status).toBe(status);
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toBe(`Accept-Encoding${more}`);
    const text = gunzipSync(await packed.arrayBuffer()).toString();
    const plain = await ask(path, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("vary")).toBe(`Accept-Encoding${more}`);
    expect((await plain.text()).slice(0, 40)).toBe(text.slice(0, 40));
  },
);

test.each([
  ["/dns/example.com?type=A", "text/plain; charset=utf-8", 200],
  ["/dns/example.com?format=markdown", "text/markdown; charset=utf-8", 200],
  ["/dns/example.com?type=A&format=json", "application/json", 200],
  ["/dns/nothing-here.com", "text/plain; charset=utf-8", 404],
  ["/dns/https%3A%2F%2Fexample.com%2F?format=json", "application/problem+json", 400],
])("a report passes as the gateway gives it: %s", async (path, type, status) => {
  for (const url of [product.url, edge.url]) {
    const response = await fetch(`${url}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(response.headers.get("cache-control")).toBe("no-store");
    await response.body?.cancel();
  }
  const head = await fetch(`${edge.url}${path}`, { method: "HEAD" });
  expect([head.headers.get("content-type"), head.headers.get("x-request-cost")]).toEqual([type, "0"]);
});

test("a report's target comes to the gateway as it was sent, whatever is encoded in it", async () => {
  for (const [path, message] of [
    ["/dns/https%3A%2F%2Fexample.com%2Fa%2F..%2Fb", "This is a URL"],
    ["/dns/9.9.9.0%2F24", "/api/v1/reverse"],
    ["/dns/%252e%252e", "'%'"],
    ["/dns/a%2Bb.com", "'+'"],
  ] as const) {
    const texts = [product.url, edge.url].map(async (url) => (await fetch(`${url}${path}`)).text());
    const [direct = "", through] = await Promise.all(texts);
    expect(direct).toContain(message);
    expect(through).toBe(direct);
  }
  for (const [path, query] of [
    ["/reverse/2620:fe::fe", { ip: "2620:fe::fe" }],
    ["/dns/_dmarc.example.com.", { domain: "_dmarc.example.com" }],
    ["/dns/0%2F25.2.0.192.in-addr.arpa", { domain: "0/25.2.0.192.in-addr.arpa" }],
    ["/dns/B%C3%BCcher.de", { domain: "xn--bcher-kva.de" }],
  ] as const) {
    const response = await ask(`${path}?format=json&view=summary`);
    // The answer for a nonexistent name has no query, but its links contain the name.
    const { query: read, links } = (await response.json()) as { query?: object; links: { self: string } };
    if (read !== undefined) expect(read).toMatchObject(query);
    else expect(links.self).toContain(encodeURIComponent(Object.values(query)[0] ?? ""));
  }
});

test("what the edge refuses of a report by itself is problem+json", async () => {
  for (const [init, path, status] of [
    [{ method: "PUT" }, "/dns/example.com", 405],
    [{}, `/dns/${"a".repeat(9000)}`, 414],
  ] as const) {
    const response = await ask(path, init);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      status,
      "application/problem+json",
    ]);
    await response.body?.cancel();
  }
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
