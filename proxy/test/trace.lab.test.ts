import { afterAll, beforeAll, expect, test } from "bun:test";
import { type CollectedSpan, startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { json, type ProductProcess, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { type Edge, startEdge } from "./edge.ts";
import { type OddGateway, oddGateway } from "./gateway.ts";
import { startSmallFleet } from "./small-fleet.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/;

/** Returns the only span for which `what` returns true; fails if there is not exactly one. */
function only(spans: readonly CollectedSpan[], what: (span: CollectedSpan) => boolean): CollectedSpan {
  const [found, ...more] = spans.filter(what);
  if (found === undefined || more.length > 0)
    throw new Error(`${more.length + 1} spans of ${spans.map(({ name }) => name)}`);
  return found;
}

test.each(WIRINGS)(
  "%s: one id from the edge's log to a question to a server, at a collector",
  async (wiring) => {
    await using collector = startCollector();
    const settings = { ...tracedTo(collector), TRUSTED_PROXIES: "127.0.0.1", LOG_LEVEL: "debug" };
    await using ends = new AsyncDisposableStack();
    const processes: readonly ProductProcess[] =
      wiring === "all"
        ? ends.use(await startProduct(wiring, settings)).processes
        : ends.use(await startSmallFleet({ gateway: 1, dns: 1, network: 0 }, settings)).all();
    const processOf = (target: string) => processes.find((one) => one.target === target);
    const front = processOf(wiring === "all" ? "all" : "gateway");
    await using edge = await startEdge([new URL(front?.url ?? "").host]);
    const { meta, evidence } = await json(fetch(`${edge.url}/api/v1/dns?domain=example.com&type=MX`));
    await until(() => edge.log() !== "");
    const { traceId, requestId } = JSON.parse(edge.log());
    expect(requestId).toBe(meta.requestId);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);

    const ofTrace = () => collector.spans().filter((span) => span.traceId === traceId);
    await until(() => ofTrace().length >= 4 + evidence.length);
    const spans = ofTrace();
    const at = (service: string) => (span: CollectedSpan) => span.attributes["dnstools.service"] === service;
    const gateway = only(spans, at("gateway"));
    const way = only(spans, ({ name }) => name === "call dns");
    const service = only(spans, at("dns"));
    const run = only(spans, ({ name }) => name === "run dns");
    const questions = spans.filter(({ name }) => name.startsWith("DNS "));
    expect(gateway).toMatchObject({ parentSpanId: "", kind: 2, name: "GET /api/v1/dns" });
    // nginx's part of the trace is only in its log; the gateway's span links to it.
    expect(gateway.links).toMatchObject([{ traceId }]);
    expect(way).toMatchObject({ parentSpanId: gateway.spanId, kind: 3 });
    expect(service).toMatchObject({ parentSpanId: way.spanId, kind: 2 });
    expect(run).toMatchObject({ parentSpanId: service.spanId, kind: 1 });
    expect(questions).toHaveLength(evidence.length);
    expect(new Set(questions.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([run.spanId]));
    expect(questions.map(({ name }) => name)).toContain("DNS MX");
    expect(gateway.attributes).toMatchObject({
      "http.route": "/api/v1/dns",
      "http.response.status_code": 200,
      "dnstools.request_id": requestId,
    });
    for (const [outer, inner] of [
      [gateway, way],
      [way, service],
      [service, run],
    ] as const) {
      expect(inner.startMs).toBeGreaterThanOrEqual(outer.startMs - 1);
      expect(inner.endMs).toBeLessThanOrEqual(outer.endMs + 1);
    }
    const one = wiring === "all" ? "dnstools-all" : null;
    expect([gateway.process, service.process]).toEqual([one ?? "dnstools-gateway", one ?? "dnstools-dns"]);
    // The trace id is also in the log of each process that handled the call.
    for (const name of wiring === "all" ? ["all"] : ["gateway", "dns"]) {
      const log = processOf(name)?.log() ?? "";
      const lines = log.split("\n").filter((line) => line.includes(requestId));
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ traceId, requestId });
    }
  },
);

/** A fake gateway that records its requests, behind nginx. */
let gateway: OddGateway;
let edge: Edge;
beforeAll(async () => {
  gateway = await oddGateway();
  edge = await startEdge([gateway.host]);
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  gateway[Symbol.dispose]();
});

test.each([
  ["kept", `00-${TRACE}-${SPAN}-01`, TRACE],
  ["kept, of a later version", `cc-${TRACE}-${SPAN}-01-what-is-to-come`, TRACE],
  ["not of version 00 with more behind", `00-${TRACE}-${SPAN}-01-more`, null],
  ["not of version ff", `ff-${TRACE}-${SPAN}-01`, null],
  ["not of zeros", `00-${"0".repeat(32)}-${SPAN}-01`, null],
  ["not with a span of zeros", `00-${TRACE}-${"0".repeat(16)}-01`, null],
  ["not in capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  ["not too short", `00-${TRACE.slice(1)}-${SPAN}-01`, null],
  ["not with more before", `x00-${TRACE}-${SPAN}-01`, null],
  ["not of garbage", `"},{"\u00ff ${TRACE}`, null],
  ["not of nothing", "", null],
])("a caller's trace id is %s", async (_what, traceparent, kept) => {
  const asked = gateway.seen.length;
  const head = `GET /api/v1 HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n`;
  await rawHttp(edge.url, `${head}Traceparent: ${traceparent}\r\nTracestate: a=b\r\nBaggage: c=d\r\n\r\n`);
  // Waits until the request is answered and logged, before the next request is sent.
  await until(() => edge.log().split("\n").length === asked + 2);
  const { headers } = gateway.seen[asked] ?? { headers: {} as Record<string, string> };
  const [, traceId, spanId] = FORM.exec(headers["traceparent"] ?? "") ?? [];
  expect(JSON.parse(edge.log().split("\n")[asked] ?? "").traceId).toBe(traceId);
  if (kept === null) expect(traceId).not.toBe(TRACE);
  else expect(traceId).toBe(kept);
  expect(spanId).not.toBe(SPAN);
  expect(Object.keys(headers)).not.toContain("tracestate");
  expect(Object.keys(headers)).not.toContain("baggage");
});
