import { afterAll, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { until } from "@dnstools/lab/support/until";
import { codingOf, compressed } from "./compress.ts";
import { listen } from "./listen.ts";
import { IN_PIECES } from "./pieces.ts";

const LONG = JSON.stringify({ text: "example.com ".repeat(200) });
const HEADERS = { "content-type": "application/json", vary: "Accept-Encoding" };

/** The server's response for each path. HEAD requests are answered as Elysia answers them. */
const PLAIN: Readonly<Record<string, () => Response>> = {
  "/long": () => new Response(LONG, { headers: HEADERS }),
  "/problem": () =>
    new Response(LONG, { status: 404, headers: { ...HEADERS, "content-type": "application/problem+json" } }),
  "/page": () => new Response(LONG, { headers: { ...HEADERS, "content-type": "text/html", etag: '"abc"' } }),
  "/short": () => new Response("{}", { headers: HEADERS }),
  "/icon": () => new Response(LONG, { headers: { ...HEADERS, "content-type": "image/png" } }),
  "/events": () => new Response(LONG, { headers: { ...HEADERS, "content-type": "text/event-stream" } }),
  "/known": () => new Response(null, { status: 304, headers: { vary: "Accept-Encoding", etag: '"abc"' } }),
};

const listener = await listen(
  compressed(async ({ url, method }) => {
    const response = PLAIN[new URL(url).pathname]?.() ?? new Response(null, { status: 404 });
    if (method !== "HEAD") return response;
    const { headers, status } = response;
    headers.set("content-length", String((await response.bytes()).length));
    return new Response(null, { status, headers });
  }),
  { hostname: "127.0.0.1", port: 0 },
);
afterAll(() => listener.stop(true));

const gatesOf = () => PIECES.map(() => Promise.withResolvers<void>());
/** Chunks of a body. Each chunk is sent when the client has read the previous one. */
const PIECES = ["<!doctype html><p>one</p>", "<p>two</p>".repeat(1000), "<p>three</p>"];

test.each(["gzip", "zstd"])("a streamed body is compressed chunk by chunk: %s", async (accepted) => {
  let gates = gatesOf();
  let cancelled = 0;
  const handler = compressed(async () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await gates[at]?.promise;
          const piece = PIECES[at++];
          if (piece === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(piece));
        },
        cancel() {
          cancelled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { ...HEADERS, ...IN_PIECES, "content-type": "text/html" } });
  });
  const own = await listen(handler, { hostname: "127.0.0.1", port: 0 });
  const read = fetch(own.url, { headers: { "accept-encoding": accepted } });
  gates[0]?.resolve();
  const response = await read;
  expect(response.headers.get("content-encoding")).toBe(accepted);
  let text = "";
  let seen = 0;
  for await (const bytes of response.body ?? []) {
    text += new TextDecoder().decode(bytes);
    // The next chunk is generated when the current one has been read completely.
    if (text.length === PIECES.slice(0, seen + 1).join("").length) gates[++seen]?.resolve();
  }
  expect(text).toBe(PIECES.join(""));
  // Next, a client that disconnects must cancel the body.
  gates = gatesOf();
  gates[0]?.resolve();
  const left = await fetch(own.url, { headers: { "accept-encoding": accepted } });
  await left.body?.cancel();
  await until(() => cancelled === 1);
  await own.stop(true);
});

/** Fetches a path without decompressing the body. */
const ask = (path: string, accepted: string, method = "GET") =>
  fetch(`${listener.url}${path}`, { method, decompress: false, headers: { "accept-encoding": accepted } });

test.each(["/long", "/problem", "/page"])(
  "%s is compressed for clients that accept it, with the same content",
  async (path) => {
    for (const accepted of ["gzip", "zstd", "gzip, deflate, br, zstd"]) {
      // Each path is fetched twice: a file is compressed only once, so the second response comes from the cache.
      for (const response of [await ask(path, accepted), await ask(path, accepted)]) {
        const coding = response.headers.get("content-encoding");
        const bytes = await response.bytes();
        expect(coding).toBe(accepted.includes("zstd") ? "zstd" : "gzip");
        expect(response.headers.get("content-length")).toBe(String(bytes.length));
        expect(response.headers.get("vary")).toBe("Accept-Encoding");
        expect(bytes.length).toBeLessThan(LONG.length / 4);
        expect((coding === "zstd" ? Bun.zstdDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(LONG);
      }
    }
  },
);

test.each([
  ["/long", "identity"],
  ["/long", "br, deflate"],
  ["/long", "gzip;q=0, *"],
  ["/short", "gzip"],
  ["/icon", "gzip"],
  ["/events", "gzip"],
])("%s is sent as it is for Accept-Encoding: %s", async (path, accepted) => {
  const response = await ask(path, accepted);
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(await response.text()).toBe(path === "/short" ? "{}" : LONG);
});

test("without Accept-Encoding nothing is compressed", async () => {
  const handler = compressed(async () => new Response(LONG, { headers: HEADERS }));
  const response = await handler(new Request("http://localhost/"));
  expect(response.headers.get("content-encoding")).toBeNull();
});

test("HEAD has the headers of GET and never a length that GET does not have", async () => {
  for (const path of ["/long", "/page", "/short"]) {
    const get = await ask(path, "gzip");
    const head = await ask(path, "gzip", "HEAD");
    expect(head.status).toBe(get.status);
    for (const name of ["content-encoding", "content-type", "etag", "vary"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect([get.headers.get("content-length"), null]).toContain(head.headers.get("content-length"));
    expect(await head.text()).toBe("");
  }
});

test("the ETag of a compressed response is weak, and a 304 is unchanged", async () => {
  expect((await ask("/page", "gzip")).headers.get("etag")).toBe('W/"abc"');
  expect((await ask("/page", "identity")).headers.get("etag")).toBe('"abc"');
  const known = await ask("/known", "gzip");
  expect([known.status, known.headers.get("content-encoding")]).toEqual([304, null]);
});

test.each([
  ["gzip", "gzip"],
  ["zstd;q=0.5, gzip;q=0.8", "gzip"],
  ["gzip;q=0.8, zstd", "zstd"],
  ["GZIP", "gzip"],
  ["gzip; q=0", null],
  ["gzip;q=x", null],
  ["", null],
  ["*", null],
])("for Accept-Encoding %p the coding is %p", (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding as never);
});
