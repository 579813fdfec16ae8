import { expect, test } from "bun:test";
import { type CollectedSpan, startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { json, metric, type Product, type ProductProcess, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
/** Headers of a caller that requests that its trace is exported. */
const FORCED = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, tracestate: "a=b" };
const DNS = "/api/v1/dns";
/** A zone whose server never answers. */
const SILENT = "silent.com";
/** Settings without a rate limit and without a delay before shutdown. */
const QUICK = { DRAIN_DELAY_MS: "0", RATE_LIMIT_UNITS: "0" };

const front = ({ processes: [first], process }: Product): ProductProcess => first ?? process("all");
const ask = (product: Product, query: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${DNS}?${query}`, { headers });
const ofService = (spans: readonly CollectedSpan[], service: string) =>
  spans.filter(({ attributes }) => attributes["dnstools.service"] === service);

/** Stops a product as an operator does. */
async function end(product: Product): Promise<void> {
  for (const process of product.processes) process.kill("SIGTERM");
  await Promise.all(product.processes.map(({ exited }) => exited));
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
  // The trace id is still logged, so the caller and the operator can find the log line of the call.
  expect(product.process("all").log()).toContain(`"traceId":"${TRACE}"`);
});

test("a share of 0.5 exports half of the traces, and a service's spans with its callers'", async () => {
  await using collector = startCollector();
  await using product = await startProduct("one process per target", {
    ...tracedTo(collector),
    ...QUICK,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
  });
  // A call from one service to another has the trace id and the request id of the original call.
  const mail = () => ofService(collector.spans(), "gateway").find(({ name }) => name.endsWith("/mail"));
  const requestIds: string[] = [];
  await until(async () => {
    const { meta } = await json(fetch(`${product.url}/api/v1/mail?domain=example.com`));
    requestIds.push(meta.requestId);
    return mail() !== undefined;
  });
  const asked = 60;
  for (let n = 0; n < asked; n++) await ask(product, "domain=example.com&type=A", FORCED);
  await end(product);
  const spans = collector.spans();
  const [gateway, dns] = ["gateway", "dns"].map((name) =>
    ofService(spans, name).filter(({ attributes }) => !isOneOf(requestIds, attributes)),
  );
  // Half of the calls are expected, with a tolerance of six standard deviations.
  expect(gateway?.length).toBeWithin(asked / 2 - 23, asked / 2 + 24);
  expect(dns?.length).toBe(gateway?.length ?? -1);

  const networks = ofService(spans, "network");
  expect(networks.length).toBeGreaterThan(0);
  for (const { traceId, parentSpanId, attributes } of networks) {
    const run = spans.find((span) => span.name === "run mail" && span.traceId === traceId);
    const way = spans.find(({ spanId }) => spanId === parentSpanId);
    expect(way).toMatchObject({ name: "call network", parentSpanId: run?.spanId, traceId });
    expect(isOneOf(requestIds, attributes)).toBe(true);
  }
});

const isOneOf = (requestIds: readonly string[], attributes: CollectedSpan["attributes"]) =>
  requestIds.includes(String(attributes["dnstools.request_id"]));

const exported = (product: Product) =>
  metric(front(product), "dnstools_trace_spans_total", { outcome: "exported" });

/** Settings with which the failure of a collector becomes visible after a few calls. */
const SHORT = { ...QUICK, OTEL_BSP_MAX_QUEUE_SIZE: "20", OTEL_EXPORTER_OTLP_TIMEOUT: "2000" };

/**
 * Sends calls until spans are dropped and exports fail. All calls must succeed.
 * @returns the log lines about the collector
 */
async function withoutCollector(product: Product): Promise<readonly string[]> {
  const spans = (outcome: string) => metric(front(product), "dnstools_trace_spans_total", { outcome });
  const [dropped, failed] = [await spans("dropped"), await spans("failed")];
  const logged = front(product).log().length;
  await until(async () => {
    const asked = Array.from({ length: 10 }, () => json(ask(product, "domain=example.com&type=A")));
    for (const { data } of await Promise.all(asked)) expect(data.status).toBe("answer");
    return (await spans("dropped")) > dropped && (await spans("failed")) > failed;
  });
  const lines = front(product).log().slice(logged).split("\n");
  return lines.filter((line) => line.includes("the collector does not accept spans"));
}

test("a collector that refuses or hangs delays no answer, is logged once, and does not keep the process from ending", async () => {
  await using collector = startCollector(503);
  await using product = await startProduct("all", { ...tracedTo(collector), ...SHORT });
  expect(await withoutCollector(product)).toEqual([expect.stringContaining("answered 503")]);
  expect(await exported(product)).toBe(0);
  collector.mood = "takes";
  await until(async () => {
    await ask(product, "domain=example.com&type=A");
    return front(product).log().includes("the collector accepts spans again");
  });
  expect(collector.spans()).not.toBeEmpty();
  collector.mood = "hangs";
  expect(await withoutCollector(product)).toEqual([expect.stringContaining("did not answer in time")]);
  // The collector does not answer until the process has ended.
  await end(product);
});

test("a collector that cannot be reached delays no answer, is logged once, and does not keep the process from ending", async () => {
  const collector = startCollector();
  await collector[Symbol.asyncDispose]();
  await using product = await startProduct("all", { ...tracedTo(collector), ...SHORT });
  expect(await withoutCollector(product)).toEqual([expect.stringContaining("could not be reached")]);
  expect(await exported(product)).toBe(0);
  await end(product);
});

test("spans that wait are sent before the process ends, in protobuf by default, and not through HTTP_PROXY", async () => {
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

test("calls that share a run: it is in the trace of the first, and the other links to it", async () => {
  await using collector = startCollector();
  await using product = await startProduct("all", {
    ...tracedTo(collector),
    TOOL_DEADLINES: "dns=1500",
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
});

test("the first 64 queries of a run are spans, and the total number is recorded", async () => {
  await using collector = startCollector();
  await using product = await startProduct("all", tracedTo(collector));
  expect((await fetch(`${product.url}/api/v1/dnsbl?ip=5.69.0.1`)).status).toBe(200);
  await until(() => ofService(collector.spans(), "gateway").length === 1);
  const run = collector.spans().find(({ name }) => name === "run dnsbl");
  expect(collector.spans().filter(({ parentSpanId }) => parentSpanId === run?.spanId)).toHaveLength(64);
  expect(run?.attributes["dnstools.exchanges_shown"]).toBe(64);
  expect(Number(run?.attributes["dnstools.exchanges"])).toBeGreaterThan(64);
});
