import { expect, test } from "bun:test";
import { type Collector, startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";

const KEY = `dnst_${"Kk5".repeat(19)}Kk`;
const NAME = "hidden7";
const CLIENT = "192.0.2.77";
const FROM = { "x-forwarded-for": CLIENT };
/** Requests of every kind, with secrets in every possible place. */
const REQUESTS: readonly [path: string, headers?: Record<string, string>][] = [
  [`/api/v1/dns?domain=${NAME}.example.com`],
  [`/api/v1/dns?domain=%48idden7.example.com&type=A`],
  [`/api/v1/dns?domain=http://${NAME}.com/`],
  [`/api/v1/dns?domain=example.com&${NAME}=1`],
  [`/api/v1/dns?domain=example.com&key=${KEY}`],
  ["/api/v1/dns?domain=example.com", { "x-api-key": KEY }],
  ["/api/v1/dns?domain=example.com", { "x-request-id": KEY }],
  [`/api/v1/${NAME}`],
  [`/api/v1/ssl?host=${NAME}.example.com`],
  [`/api/v1/mail?domain=${NAME}.example.com`],
  [`/api/v1/whois?domain=${NAME}.com`],
  [`/api/v1/dnsbl?domain=${NAME}.com`],
  ["/api/v1/reverse?ip=192.0.2.77"],
];

const logs = ({ processes }: Product) => processes.map((process) => process.log()).join("");
const lines = (text: string): readonly Record<string, unknown>[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Sends all requests, and then calls the dns tool again after its service has been stopped. */
async function askAll(product: Product, collector: Collector): Promise<void> {
  const ask = async (path: string, headers?: Record<string, string>) => {
    const response = await fetch(`${product.url}${path}`, { headers: { ...FROM, ...headers } });
    await response.body?.cancel();
    return response.status;
  };
  await Promise.all(REQUESTS.map(([path, headers]) => ask(path, headers)));
  await until(() => collector.spans().some(({ name }) => name === "run dns"));
  const dns = product.process("dns");
  dns.kill("SIGKILL");
  await dns.exited;
  expect(await ask(`/api/v1/dns?domain=${NAME}.example.com`)).toBe(503);
  await until(() => logs(product).includes("a service does not answer"));
}

test("no name, address or key is in any line or span, at any level", async () => {
  await using collector = startCollector();
  await using product = await startProduct("one process per target", {
    ...tracedTo(collector),
    LOG_LEVEL: "debug",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  await askAll(product, collector);
  const text = logs(product);
  const spans = JSON.stringify(collector.spans());
  for (const secret of [NAME, "Hidden7", CLIENT, "Kk5"]) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(spans.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  const linesOfRequests = lines(text).filter((line) => "requestId" in line);
  for (const { requestId, traceId } of linesOfRequests) {
    expect(requestId).toMatch(/^[\w.-]{8,64}$/);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  }
  const requests = linesOfRequests.filter(
    ({ message, service }) => message === "request" && service === "gateway",
  );
  expect(requests).toHaveLength(REQUESTS.length + 1);
});

test("with LOG_QUERIES lines and spans have the query and the client, and still no key", async () => {
  await using collector = startCollector();
  await using product = await startProduct("one process per target", {
    ...tracedTo(collector),
    LOG_LEVEL: "debug",
    LOG_QUERIES: "on",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  await askAll(product, collector);
  const text = logs(product);
  expect(lines(text)).toContainEqual(
    expect.objectContaining({
      message: "request",
      service: "gateway",
      asked: `/api/v1/ssl?host=${NAME}.example.com`,
      client: CLIENT,
    }),
  );
  expect(text).not.toContain("Kk5");
  await until(() => JSON.stringify(collector.spans()).includes(`"${NAME}.example.com. IN A`));
  expect(collector.spans().map(({ attributes }) => attributes["client.address"])).toContain(CLIENT);
  expect(JSON.stringify(collector.spans())).not.toContain("Kk5");
});
