import { describe, expect, test } from "bun:test";
import { type Product, type ProductProcess, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** One successful call of each tool. */
const TOOLS = [
  "dns?domain=example.com",
  "reverse?ip=9.9.9.9",
  "whois?domain=registered.com",
  "dnsbl?ip=5.69.0.1",
  "ssl?host=good-rsa.certs.com",
  "mail?domain=perfect.com",
  "propagation?domain=example.com&country=de&limit=3",
  "scout?domain=example.com",
];
/** Matches parts of the queried names and addresses, which must not occur in any label of a metric. */
const NAMES = /example\.com|perfect\.com|certs\.com|nowhere|9\.9\.9\.9|5\.69\.0\.1|secret/;

const shared = (wiring: Wiring) => sharedProduct(wiring, { RATE_LIMIT_UNITS: "0", REGISTRY_RATE: "0" });

async function askOf(product: Product, path: string): Promise<number> {
  const response = await fetch(`${product.url}/api/v1/${path}`);
  await response.text();
  return response.status;
}

const metricsOf = async ({ metricsUrl }: ProductProcess) => (await fetch(metricsUrl)).text();

/**
 * Returns the sum of the samples of a metric that have all the given labels.
 * @param text the scraped metrics
 */
function sumOf(text: string, name: string, labels: Readonly<Record<string, string>>): number {
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

test("how each DNS exchange ended is counted once, and timed", async () => {
  const product = await shared("all");
  const ask = (path: string) => askOf(product, path);
  const zones = ["truncated", "no-edns", "refused", "servfail", "dropped", "malformed", "tcp-refused"];
  for (const name of zones) await ask(`dns?domain=${name}.org&type=A`);
  await ask("dns?domain=nowhere.example.com");
  for (const name of zones) await ask(`dns?domain=${name}.org`);
  const text = await metricsOf(product.process("all"));
  const dns = (name: string, labels: Record<string, string>) => sumOf(text, `dnstools_dns_${name}`, labels);
  const zoneServers = { upstream_class: "authoritative" };
  const ended = (transport: string, outcome: string) =>
    dns("queries_total", { ...zoneServers, transport, outcome });
  expect(ended("udp", "truncated")).toBeGreaterThan(0);
  expect(ended("udp", "truncated")).toBe(dns("tcp_fallbacks_total", zoneServers));
  expect(ended("udp", "formerr")).toBeGreaterThan(0);
  // A server without EDNS support gets a second query without EDNS, over TCP as well as over UDP.
  const refused = ended("udp", "formerr") + ended("tcp", "formerr");
  expect(refused).toBe(dns("retries_total", zoneServers));
  for (const [transport, outcome] of [
    ["udp", "noerror"],
    ["udp", "nxdomain"],
    ["udp", "refused"],
    ["udp", "servfail"],
    ["udp", "timeout"],
    ["udp", "bad_reply"],
    ["tcp", "noerror"],
    ["tcp", "network_error"],
  ] as const)
    expect([transport, outcome, ended(transport, outcome) > 0]).toEqual([transport, outcome, true]);
  for (const transport of ["udp", "tcp"]) {
    const timed = dns("query_duration_seconds_count", { ...zoneServers, transport });
    expect(dns("queries_total", { ...zoneServers, transport })).toBe(timed);
  }
});

describe.each(WIRINGS)("metrics, %s", (wiring) => {
  test("each request for a tool is counted once over all processes, where it ended", async () => {
    const product = await shared(wiring);
    const outcomes = async () => {
      const texts = await Promise.all(product.processes.map(metricsOf));
      const count = (outcome: string) =>
        texts
          .map((text) => sumOf(text, "dnstools_tool_requests_total", { tool: "dns", outcome }))
          .reduce((sum, n) => sum + n);
      const all = ["ok", "target_error", "invalid_input", "internal_error", "upstream_error"];
      return Object.fromEntries(all.map((outcome) => [outcome, count(outcome)]));
    };
    const before = await outcomes();
    expect(await askOf(product, "dns?domain=example.com&type=A")).toBe(200);
    expect(await askOf(product, "dns?domain=nowhere-at-all.com")).toBe(404);
    expect(await askOf(product, "dns?domain=not%20a%20name")).toBe(400);
    expect(await askOf(product, "dns?domain=example.com&type=NONE")).toBe(400);
    expect(await outcomes()).toEqual({
      ...before,
      ok: (before["ok"] ?? 0) + 1,
      target_error: (before["target_error"] ?? 0) + 1,
      invalid_input: (before["invalid_input"] ?? 0) + 2,
    });
  });

  test("whatever callers send, series are few, well formed, and hold none of it", async () => {
    const product = await shared(wiring);
    for (const tool of TOOLS) expect([tool, await askOf(product, tool)]).toEqual([tool, 200]);
    for (const tool of TOOLS) await askOf(product, `${tool.split("?")[0]}?domain=not%20a%20name`);
    const paths = Array.from({ length: 100 }, (_, i) => `${product.url}/nowhere/${i}/secret`);
    const methods = ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "QUERY"];
    for (const [i, path] of paths.entries())
      await (await fetch(path, { method: methods[i % methods.length] ?? "GET" })).text();
    for (let i = 0; i < 20; i++)
      await fetch(`${product.url}/api/v1`, { headers: { "X-API-Key": `secret${i}` } });
    for (const process of product.processes) await checkSeries(process);
  });
});

async function checkSeries(process: ProductProcess): Promise<void> {
  const text = await metricsOf(process);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.length).toBeLessThan(5000);
  // No series may occur twice.
  const series = lines.map((line) => line.slice(0, line.lastIndexOf(" ")));
  const seen = new Set<string>();
  expect(series.filter((one) => seen.size === seen.add(one).size)).toEqual([]);
  expect(lines.filter((line) => /NaN|undefined|null/.test(line))).toEqual([]);
  // dnstools_resolver_trusted is an exception, because its label is the operator's own setting.
  const asked = lines.filter((line) => !line.startsWith("dnstools_resolver_trusted{"));
  expect(asked.filter((line) => NAMES.test(line))).toEqual([]);
  // No process metric is 0: a value of 0 would mean that the source of the metric was not read.
  const own = lines.filter((line) => /^(process|nodejs_eventloop_lag_p)/.test(line));
  expect(own).toHaveLength(9);
  expect(own.filter((line) => line.endsWith(" 0"))).toEqual([]);
}
