import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRODUCT } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { createFirstToEnd } from "../metrics/certificate-time.ts";
import { createEdgeMetrics } from "../metrics/metrics.ts";
import { readLine } from "../metrics/metrics-line.ts";
import { type Edge, freePort, startEdge } from "./edge.ts";
import { type OddGateway, oddGateway } from "./gateway.ts";

const HOST = "Host: api.example.com\r\nConnection: close\r\n";
/** A well-formed API key that does not exist; no gateway validates it in these tests. */
const KEY = `dnst_${"0".repeat(59)}`;
const lines = `127.0.0.1:${freePort()}`;

let gateway: OddGateway;
let edge: Edge;
let counting: Bun.Subprocess<"ignore", "pipe", "inherit">;
let url: string;

beforeAll(async () => {
  gateway = await oddGateway();
  const unsampled = (text: string) => text.replace("  1% 1;\n", "");
  edge = await startEdge(
    [gateway.host],
    { PROXY_METRICS_LOG: lines, PROXY_FLOOD_RATE: "1" },
    { files: { "conf.d/log.conf": unsampled } },
  );
  counting = Bun.spawn([...PRODUCT, "proxy", "metrics"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PROXY_METRICS_LOG: lines,
      PROXY_METRICS: "127.0.0.1:0",
      PROXY_STATUS: `unix:${edge.folder}/status.sock`,
    },
  });
  const { value } = await counting.stdout.getReader().read();
  url = new URL(JSON.parse(new TextDecoder().decode(value)).metrics).origin;
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  gateway[Symbol.dispose]();
  counting.kill("SIGTERM");
  await counting.exited;
});

async function sample(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );
}

const count = (code: number, origin: string, call: "yes" | "no") =>
  sample(`dnstools_edge_requests_total{code="${code}",origin="${origin}",call="${call}"}`);

describe("edge metrics", () => {
  test("count what reached a gateway, and what never did: a 414, a 429, none of which is in the log", async () => {
    await rawHttp(edge.url, `GET /${"a".repeat(9000)} HTTP/1.1\r\n${HOST}\r\n`);
    await until(async () => (await count(414, "edge", "no")) === 1);
    const codes: number[] = [];
    for (let n = 0; n < 9; n++)
      codes.push(
        (await rawHttp(edge.url, `GET /api/v1/dns?domain=example.com HTTP/1.1\r\n${HOST}\r\n`)).status,
      );
    const served = codes.filter((code) => code === 200).length;
    await until(async () => (await count(200, "upstream", "yes")) === served);
    await until(async () => (await count(429, "edge", "yes")) === 9 - served);
    expect(served).toBeLessThan(9);
    expect(gateway.seen).toHaveLength(served);
    expect(edge.log()).not.toContain('"status":429');
    expect(await sample('dnstools_edge_request_duration_seconds_count{origin="edge"}')).toBe(1 + 9 - served);
    expect(await sample("dnstools_edge_log_parse_errors_total")).toBe(0);
  });

  test("show nginx's connections", async () => {
    expect(await sample("dnstools_edge_up")).toBe(1);
    expect(await sample('dnstools_edge_connections{state="writing"}')).toBeGreaterThan(0);
  });

  test("live, and serve nothing else", async () => {
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: "alive" });
    expect((await fetch(`${url}/`)).status).toBe(404);
  });

  test("a datagram that is none of nginx's lines is counted as that", async () => {
    const [hostname, port] = lines.split(":");
    const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
    socket.send("nonsense", Number(port), hostname ?? "");
    await until(async () => (await sample("dnstools_edge_log_parse_errors_total")) === 1);
    socket.close();
  });
});

describe("a line of nginx", () => {
  const line = (more: object) =>
    `<190>Nov 21 22:00:00 edge: ${JSON.stringify({ code: "200", origin: "edge", call: "yes", seconds: "0.004", ...more })}`;

  test("is read", () => {
    expect(readLine(line({}))).toEqual({ code: "200", origin: "edge", call: "yes", seconds: 0.004 });
  });

  test.each([
    [{ code: "2000" }],
    [{ code: 200 }],
    [{ origin: "x" }],
    [{ seconds: "-1" }],
    [{ seconds: "x" }],
    [{ call: "perhaps" }],
  ])("with %j is none", (more) => expect(readLine(line(more))).toBeNull());

  test.each(["", "{", "<190>edge:", "<190>edge: {}", "<190>edge: {null"])("%j is none", (text) => {
    expect(readLine(text)).toBeNull();
  });
});

test("a second process at the same port says so, and ends", async () => {
  const second = Bun.spawn([...PRODUCT, "proxy", "metrics"], {
    stdio: ["ignore", "inherit", "pipe"],
    env: { PROXY_METRICS_LOG: `127.0.0.1:${freePort()}`, PROXY_METRICS: new URL(url).host },
  });
  expect(await second.exited).toBe(1);
  expect(await second.stderr.text()).toContain("Not started");
});

test("without nginx the metrics say so", async () => {
  const text = await createEdgeMetrics().render(null, null);
  expect(text).not.toMatch(/^dnstools_edge_certificate_expiry/m);
  expect(text).toContain('dnstools_edge_request_duration_seconds_count{origin="upstream"} 0');
  expect(text).toContain("dnstools_edge_up 0");
  expect(text).toContain('dnstools_edge_requests_total{code="503",origin="edge",call="yes"} 0');
});

/** Paths, each with "yes" if a request for it counts as a tool call for the SLO, otherwise "no". */
const CALLS = {
  "/api/v1/dns?domain=example.com": "yes",
  "/mail/example.com": "yes",
  "/mcp": "yes",
  "/api/v1/limits": "no",
  "/docs/findings/no_mx": "no",
  "/nowhere": "no",
} as const;

test("calls of tools are told from the rest, and a flood of calls with a key from them", async () => {
  const taken: unknown[] = [];
  await using stack = new AsyncDisposableStack();
  const data = (_: unknown, bytes: Buffer) => void taken.push(readLine(bytes.toString())?.call);
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { data } });
  stack.defer(() => socket.close());
  const counted = { PROXY_METRICS_LOG: `127.0.0.1:${socket.port}` };
  const free = stack.use(await startEdge([gateway.host], counted));
  const ask = async (url: string, path: string, headers = "") => {
    const before = taken.length;
    const { status } = await rawHttp(url, `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`);
    await until(() => taken.length > before);
    return status;
  };
  for (const path of Object.keys(CALLS)) await ask(free.url, path);
  expect(taken).toEqual(Object.values(CALLS));
  const strict = stack.use(await startEdge([gateway.host], { ...counted, PROXY_KEY_RATE: "1" }));
  const [path = ""] = Object.keys(CALLS);
  let status = 200;
  while (status === 200) status = await ask(strict.url, path, `X-API-Key: ${KEY}\r\n`);
  expect({ status, taken: taken.slice(-2) }).toEqual({ status: 503, taken: ["yes", "no"] });
});

test("the first certificate to expire is shown, and with a broken pair the end of the one that nginx goes on with", async () => {
  const made = `${process.env["LAB_MADE"]}/tls`;
  const folder = mkdtempSync(join(tmpdir(), "dnstools-end-"));
  const pair = { chain: join(folder, "chain.pem"), key: join(folder, "key.pem") };
  const good = { chain: `${made}/good-ecdsa.certs.com.pem`, key: `${made}/good-ecdsa.certs.com.key` };
  const endOf = (chain: string) => Date.parse(new X509Certificate(readFileSync(chain)).validTo) / 1000;
  cpSync(`${made}/expired.policy.com.pem`, pair.chain);
  cpSync(`${made}/expired.policy.com.key`, pair.key);
  const soon = endOf(pair.chain);
  const firstToEnd = createFirstToEnd([good, pair]);
  expect(firstToEnd()?.end).toBe(soon);
  cpSync(good.chain, pair.chain);
  cpSync(`${made}/good-rsa.certs.com.key`, pair.key);
  expect(firstToEnd()?.end).toBe(soon);
  cpSync(good.key, pair.key);
  expect(firstToEnd()?.end).toBe(endOf(good.chain));
  rmSync(folder, { recursive: true });
  expect(createFirstToEnd([])()).toBeNull();
  const text = await createEdgeMetrics().render(null, { end: 1_800_000_000, lifetime: 7_776_000 });
  expect(text).toContain("dnstools_edge_certificate_expiry_timestamp_seconds 1800000000");
  expect(text).toContain("dnstools_edge_certificate_lifetime_seconds 7776000");
});
