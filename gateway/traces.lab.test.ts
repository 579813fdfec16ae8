import { expect, test } from "bun:test";
import {
  type CollectedSpan,
  type Collector,
  startCollector,
  tracedTo,
} from "@dnstools/lab/support/collector";
import { json, metric, type Product, type ProductProcess, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
/** What a caller sends who wants all of its own exported. */
const FORCED = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, tracestate: "a=b" };
const DNS = "/api/v1/dns";
/** A zone whose server takes questions and answers none. */
const SILENT = "silent.com";
/** All at once and no waiting at the end, so that what is not there then does not come. */
const QUICK = { DRAIN_DELAY_MS: "0", RATE_LIMIT_UNITS: "0" };

const front = ({ processes: [first], process }: Product): ProductProcess => first ?? process("all");
const ask = (product: Product, query: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${DNS}?${query}`, { headers });
const ofService = (spans: readonly CollectedSpan[], service: string) =>
  spans.filter(({ attributes }) => attributes["dnstools.service"] === service);

/** Ends a product as an operator does. @returns how long it took, in milliseconds. */
async function end(product: Product): Promise<number> {
  const start = performance.now();
  for (const process of product.processes) process.kill("SIGTERM");
  await Promise.all(product.processes.map(({ exited }) => exited));
  return performance.now() - start;
}

test.each([
  ["parentbased_traceidratio", "0"],
  ["always_off", "1"],
])("with %s and %s nothing is exported, whatever a caller sends", async (sampler, share) => {
  await using collector = startCollector();
  await using product = await startProduct("all", {
    ...tracedTo(collector),
    ...QUICK,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "debug",
  });
  for (const more of [{}, { "x-forwarded-for": "192.0.2.1" }])
    expect((await ask(product, "domain=example.com", { ...FORCED, ...more })).status).toBe(200);
  await end(product);
  expect(collector.requests).toBeEmpty();
  // The id is kept all the same, so that both sides find the same line.
  expect(product.process("all").log()).toContain(`"traceId":"${TRACE}"`);
});

test("half of them are half of them, where all have the same id and flag", async () => {
  await using collector = startCollector();
  await using product = await startProduct("one process per target", {
    ...tracedTo(collector),
    ...QUICK,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
  });
  const asked = 80;
  for (let n = 0; n < asked; n++) await ask(product, "domain=example.com&type=A", FORCED);
  await end(product);
  const [gateway, dns] = ["gateway", "dns"].map((name) => ofService(collector.spans(), name));
  // Beyond six standard deviations it is not chance.
  expect(gateway?.length).toBeWithin(asked / 2 - 27, asked / 2 + 28);
  // Services follow.
  expect(dns?.length).toBe(gateway?.length ?? -1);
});

test.each<[string, (collector: Collector) => void, string]>([
  ["hangs", (collector) => (collector.mood = "hangs"), "did not answer in time"],
  ["is not there", (collector) => void collector[Symbol.asyncDispose](), "could not be reached"],
  ["refuses", (collector) => (collector.mood = 503), "answered 503"],
])("a collector that %s slows nobody, and the process ends in time", async (_what, makeIt, said) => {
  await using collector = startCollector();
  makeIt(collector);
  await using product = await startProduct("all", {
    ...tracedTo(collector),
    ...QUICK,
    OTEL_BSP_MAX_QUEUE_SIZE: "20",
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
  });
  await json(ask(product, "domain=example.com&type=A"));
  const times = Array.from({ length: 20 }, async () => {
    const start = performance.now();
    expect((await json(ask(product, "domain=example.com&type=A"))).data.status).toBe("answer");
    return performance.now() - start;
  });
  expect(Math.max(...(await Promise.all(times)))).toBeLessThan(1000);
  const spans = (outcome: string) => metric(front(product), "dnstools_trace_spans_total", { outcome });
  await until(async () => (await spans("dropped")) > 0 && (await spans("failed")) > 0);
  expect(await spans("exported")).toBe(0);
  const lines = () => product.process("all").log().split("\n");
  const told = lines().filter((line) => line.includes("the collector does not take spans"));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(said);
  expect(await end(product)).toBeLessThan(5000);
});

test("what waits to be sent is sent before the end, past a proxy of the machine, by default in protobuf", async () => {
  await using collector = startCollector();
  await using product = await startProduct("all", {
    ...QUICK,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-tenant=one",
    OTEL_BSP_SCHEDULE_DELAY: "60000",
    HTTP_PROXY: "http://127.0.0.1:1",
    http_proxy: "http://127.0.0.1:1",
  });
  expect((await ask(product, "domain=example.com", FORCED)).status).toBe(200);
  expect(collector.requests).toBeEmpty();
  await end(product);
  const [request] = collector.requests;
  expect(request?.path).toBe("/v1/traces");
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    "content-type": "application/x-protobuf",
    authorization: "Bearer abc",
    "x-tenant": "one",
  });
  const body = Buffer.from(request?.body ?? []);
  expect(body.includes(Buffer.from(TRACE, "hex"))).toBe(true);
  for (const text of ["dnstools-all", "GET /api/v1/dns", "run dns", "DNS MX"])
    expect(body.includes(text)).toBe(true);
});

test("what a service asks of another is in the same trace and request", async () => {
  await using collector = startCollector();
  await using product = await startProduct("one process per target", tracedTo(collector));
  const { meta } = await json(fetch(`${product.url}/api/v1/mail?domain=example.com`));
  await until(() => ofService(collector.spans(), "gateway").length > 0);
  const spans = collector.spans();
  const networks = ofService(spans, "network");
  const run = spans.find(({ name }) => name === "run mail");
  expect(networks.length).toBeGreaterThan(0);
  for (const { traceId, parentSpanId, attributes } of networks) {
    const way = spans.find(({ spanId }) => spanId === parentSpanId);
    expect(way).toMatchObject({ name: "call network", parentSpanId: run?.spanId, traceId });
    expect(attributes["dnstools.request_id"]).toBe(meta.requestId);
  }
});

test("calls that share a run: it is in the trace of the first, and linked to by the other", async () => {
  await using collector = startCollector();
  await using product = await startProduct("all", {
    ...tracedTo(collector),
    DNS_DEADLINE_MS: "1500",
    TRACE_EXCHANGES: "2",
  });
  await Promise.all([1, 2].map(() => ask(product, `domain=${SILENT}`)));
  await until(() => ofService(collector.spans(), "gateway").length === 2);
  const runs = collector.spans().filter(({ name }) => name === "run dns");
  expect(runs).toHaveLength(1);
  const [first, second] = ofService(collector.spans(), "dns").toSorted(
    (a, b) => a.links.length - b.links.length,
  );
  expect(first).toMatchObject({ spanId: runs[0]?.parentSpanId, links: [] });
  expect(second?.links).toMatchObject([{ spanId: runs[0]?.spanId, traceId: runs[0]?.traceId }]);
  // Of many questions the first, and how many there were.
  expect(collector.spans().filter(({ name }) => name.startsWith("DNS "))).toHaveLength(2);
  expect(runs[0]?.attributes["dnstools.exchanges_shown"]).toBe(2);
  expect(Number(runs[0]?.attributes["dnstools.exchanges"])).toBeGreaterThan(2);
});
