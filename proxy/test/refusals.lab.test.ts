import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { FaultCode } from "@dnstools/core/tool/fault";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { clientTime, type Edge, freePort, startEdge } from "./edge.ts";
import { expectProblem, headerOf } from "./problem.ts";

const CONTACT = 'ops "team" $remote_addr; } \\ <ops@example.com> ü';
const HOST = "Host: api.example.com\r\nConnection: close\r\n";
const CLIENT = "127.0.0.77";
/** A rate limit window so long that no unit is restored during the tests. */
const LIMIT = { RATE_LIMIT_WINDOW_S: "86400" };

/** Returns the refusals configuration with longer timeouts, so that the gateway can report the limit even on a busy machine. */
function patient(text: string): string {
  expect(text.match(/_timeout \d+ms;/g)).toHaveLength(3);
  return text.replaceAll(/_timeout \d+ms;/g, "_timeout 60s;");
}

let product: Product;
let edge: Edge;

beforeAll(async () => {
  product = await startProduct("all", { TRUSTED_PROXIES: "127.0.0.1", ...LIMIT });
  const settings = {
    PROXY_SERVER_NAMES: "api.example.com,*.example.org",
    OPERATOR_CONTACT: CONTACT,
    ...LIMIT,
  };
  const host = new URL(product.url).host;
  edge = await startEdge([host], settings, {
    files: { "snippets/refusals.conf": patient, "conf.d/size-and-time.conf": clientTime(2) },
  });
  // Uses up a unit, so that the remaining units differ from the full limit, which nginx knows without the gateway.
  await rawHttp(edge.url, `GET /api/v1/dns?domain=example.com&type=A HTTP/1.1\r\n${HOST}\r\n`, CLIENT);
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});

/** A refused request: its description, the bytes sent, and the expected code. */
type Row = readonly [says: string, sent: string, code: FaultCode];

const LONG = "a".repeat(9000);
const ROWS: readonly Row[] = [
  ["a garbage request line", "GARBAGE\r\n\r\n", "bad_request"],
  ["a method in lower case", `get / HTTP/1.1\r\n${HOST}\r\n`, "bad_request"],
  ["TLS on a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "bad_request"],
  ["two Hosts", `GET /api/v1 HTTP/1.1\r\n${HOST}Host: b.example.com\r\n\r\n`, "bad_request"],
  ["no Host", "GET /api/v1 HTTP/1.1\r\nConnection: close\r\n\r\n", "bad_request"],
  ["a Host that is none", "GET /api/v1 HTTP/1.1\r\nHost: a b\r\n\r\n", "bad_request"],
  [
    "a length and chunks",
    `GET /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "bad_request",
  ],
  [
    "two lengths",
    `GET /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
    "bad_request",
  ],
  [
    "an unknown transfer encoding",
    `GET /api/v1 HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`,
    "bad_request",
  ],
  ["HTTP/2 that is not offered", `GET /api/v1 HTTP/3.0\r\n${HOST}\r\n`, "bad_request"],
  ["a path above the root", `GET /../x HTTP/1.1\r\n${HOST}\r\n`, "bad_request"],
  ["a zero byte in the path", `GET /%00 HTTP/1.1\r\n${HOST}\r\n`, "bad_request"],
  ["the gateway's metrics", `GET /metrics HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["the gateway's health", `GET /readyz HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["the gateway's life, by another spelling", `GET /x/..//%6civez HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["what refusals are made of", `GET /__edge/flood HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["what refusals ask", `GET /__edge-limits HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["what refusals ask, encoded", `GET /%5f_edge-limits HTTP/1.1\r\n${HOST}\r\n`, "unknown_path"],
  ["POST", `POST /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`, "method_not_allowed"],
  [
    "POST whose body never comes",
    `POST /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 300\r\n\r\n`,
    "method_not_allowed",
  ],
  ["DELETE", `DELETE /api/v1 HTTP/1.1\r\n${HOST}\r\n`, "method_not_allowed"],
  ["TRACE", `TRACE /api/v1 HTTP/1.1\r\n${HOST}\r\n`, "method_not_allowed"],
  ["CONNECT", `CONNECT /x HTTP/1.1\r\n${HOST}\r\n`, "method_not_allowed"],
  ["CONNECT as to a proxy", `CONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n`, "bad_request"],
  [
    "a large body by its length",
    `GET /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 5000\r\n\r\n`,
    "body_too_large",
  ],
  [
    "a large body in chunks",
    `GET /api/v1 HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1388\r\n${"a".repeat(5000)}\r\n0\r\n\r\n`,
    "body_too_large",
  ],
  ["a URL of 9 KB", `GET /api/v1?${LONG} HTTP/1.1\r\n${HOST}\r\n`, "uri_too_long"],
  ["a header of 9 KB", `GET /api/v1 HTTP/1.1\r\n${HOST}X-Long: ${LONG}\r\n\r\n`, "headers_too_large"],
  [
    "headers of 20 KB together",
    `GET /api/v1 HTTP/1.1\r\n${HOST}${`X-Long: ${"a".repeat(4000)}\r\n`.repeat(5)}\r\n`,
    "headers_too_large",
  ],
  [
    "a name that is not ours",
    "GET /api/v1 HTTP/1.1\r\nHost: evil.example.net\r\nConnection: close\r\n\r\n",
    "misdirected",
  ],
  [
    "an address as Host",
    "GET /api/v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    "misdirected",
  ],
  [
    "a short Host, with which a path is read wrongly",
    "GET /public/metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "misdirected",
  ],
  ["HTTP/1.0 without Host", "GET /api/v1 HTTP/1.0\r\n\r\n", "misdirected"],
];

describe("what nginx refuses is answered as the gateway would", () => {
  test.each(ROWS)("%s", async (_, sent, code) => {
    expectProblem(await rawHttp(edge.url, sent, CLIENT), code, 59);
  });

  test("the contact may have any characters, and is never read as configuration", async () => {
    const flooded = await startEdge([`127.0.0.1:${freePort()}`], {
      OPERATOR_CONTACT: CONTACT,
      PROXY_FLOOD_RATE: "1",
    });
    const ask = () => rawHttp(flooded.url, `GET / HTTP/1.1\r\n${HOST}\r\n`);
    const answers = await Promise.all(Array.from({ length: 9 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectProblem(answer, "flood", 0, CONTACT);
    await flooded[Symbol.asyncDispose]();
  });

  test("HEAD gets the same headers and no body", async () => {
    const head = await rawHttp(edge.url, `HEAD /metrics HTTP/1.1\r\n${HOST}\r\n`, CLIENT);
    const get = await rawHttp(edge.url, `GET /metrics HTTP/1.1\r\n${HOST}\r\n`, CLIENT);
    expect(head).toMatchObject({ status: 404, body: "" });
    for (const name of [
      "Content-Type",
      "Content-Length",
      "X-RateLimit-Remaining",
      "Access-Control-Allow-Origin",
    ])
      expect(headerOf(head, name)).toBe(headerOf(get, name));
  });

  test("the same headers as the gateway's own refusal, of the same client", async () => {
    const names = (head: string) =>
      head
        .split("\r\n")
        .slice(1)
        .map((line) => line.slice(0, line.indexOf(":")).toLowerCase())
        .toSorted();
    const edges = await rawHttp(edge.url, `GET /metrics HTTP/1.1\r\n${HOST}\r\n`, CLIENT);
    const gateways = await rawHttp(edge.url, `GET /nothing HTTP/1.1\r\n${HOST}\r\n`, CLIENT);
    const preflight = ["access-control-allow-headers", "access-control-allow-methods"];
    expect(names(edges.head)).toEqual(names(gateways.head).filter((name) => !preflight.includes(name)));
    for (const name of [
      "Access-Control-Expose-Headers",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "RateLimit-Policy",
    ])
      expect(headerOf(edges, name)?.replaceAll(", ", ",")).toBe(
        headerOf(gateways, name)?.replaceAll(", ", ","),
      );
    const members = (body: string) => Object.keys(JSON.parse(body));
    expect(members(edges.body)).toEqual(members(gateways.body));
  });

  test("a request whose headers do not end is let go of in time, without an answer", async () => {
    const before = performance.now();
    const answer = await rawHttp(edge.url, `GET /api/v1 HTTP/1.1\r\n${HOST}X-Slow`, CLIENT);
    // nginx closes the connection instead of sending 408, because it has not received a request that it could answer.
    expect(answer).toEqual({ status: 0, head: "", body: "" });
    expect(performance.now() - before).toBeGreaterThan(1900);
  });

  test("a small body that does not come is let go of in time, without an answer", async () => {
    const answer = await rawHttp(
      edge.url,
      `GET /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nabc`,
      CLIENT,
    );
    expect(answer).toEqual({ status: 0, head: "", body: "" });
    expect(edge.log()).toContain('"status":408,"origin":"edge"');
  });
});

describe("what nginx does not refuse", () => {
  test.each([
    ["HTTP/1.0 with Host", `GET /api/v1 HTTP/1.0\r\nHost: api.example.com\r\n\r\n`],
    ["bare LF", "GET /api/v1 HTTP/1.1\nHost: api.example.com\nConnection: close\n\n"],
    [
      "a Host in other letters, with a port and a dot",
      "GET /api/v1 HTTP/1.1\r\nHost: API.example.com.:8080\r\nConnection: close\r\n\r\n",
    ],
    [
      "a name below one that is ours",
      "GET /api/v1 HTTP/1.1\r\nHost: x.example.org\r\nConnection: close\r\n\r\n",
    ],
    ["a whole URL", `GET http://api.example.com/api/v1 HTTP/1.1\r\n${HOST}\r\n`],
    ["a small body that comes", `GET /api/v1 HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`],
    [
      "headers of 8 KB and a URL of 7 KB, which are more than 15 KB",
      `GET /api/v1?${"a".repeat(7000)} HTTP/1.1\r\n${HOST}X-Api-Key-Not: ${"b".repeat(7900)}\r\n\r\n`,
    ],
  ])("%s", async (_, sent) => {
    const answer = await rawHttp(edge.url, sent, CLIENT);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ name: "dnstools" });
  });

  test.each([
    ["X-API-Key", 401],
    ["If-None-Match", 200],
    ["Origin", 200],
    ["User-Agent", 200],
  ])("a %s of 8 KB beside a URL of 7 KB does not become an answer of Bun's own", async (name, status) => {
    const sent = `GET /api/v1?${"a".repeat(7000)} HTTP/1.1\r\n${HOST}${name}: ${"b".repeat(7900)}\r\n\r\n`;
    const answer = await rawHttp(edge.url, sent, CLIENT);
    expect(answer.status).toBe(status);
    expect(headerOf(answer, "X-RateLimit-Limit")).toBe("60");
  });
});
