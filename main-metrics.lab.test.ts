import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  metric,
  type Product,
  type ProductProcess,
  startProduct,
  WIRINGS,
} from "@dnstools/lab/support/product";

/** One call of each tool that is answered. */
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
/** Whom nobody may find in a label. */
const NAMES = /example\.com|perfect\.com|certs\.com|nowhere|9\.9\.9\.9|5\.69\.0\.1|secret/;

describe.each(WIRINGS)("metrics, %s", (wiring) => {
  let product: Product;
  const service = (name: string) => product.process(wiring === "all" ? "all" : name);
  const dns = (name: string, labels: Record<string, string>) =>
    metric(service("dns"), `dnstools_dns_${name}`, labels);
  const ask = async (path: string) => {
    const response = await fetch(`${product.url}/api/v1/${path}`);
    await response.text();
    return response.status;
  };
  beforeAll(async () => {
    product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0", REGISTRY_RATE: "0" });
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test("how each exchange of DNS ended is counted once, and timed", async () => {
    const zones = ["truncated", "no-edns", "refused", "servfail", "dropped", "malformed", "tcp-refused"];
    for (const name of zones) await ask(`dns?domain=${name}.org&type=A`);
    await ask("dns?domain=nowhere.example.com");
    for (const name of zones) await ask(`dns?domain=${name}.org`);
    const zoneServers = { upstream_class: "authoritative" };
    const ended = (transport: string, outcome: string) =>
      dns("queries_total", { ...zoneServers, transport, outcome });
    expect(await ended("udp", "truncated")).toBeGreaterThan(0);
    expect(await ended("udp", "truncated")).toBe(await dns("tcp_fallbacks_total", zoneServers));
    expect(await ended("udp", "formerr")).toBeGreaterThan(0);
    expect(await ended("udp", "formerr")).toBe(await dns("retries_total", zoneServers));
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
      expect([transport, outcome, (await ended(transport, outcome)) > 0]).toEqual([transport, outcome, true]);
    for (const transport of ["udp", "tcp"]) {
      const timed = await dns("query_duration_seconds_count", { ...zoneServers, transport });
      expect(await dns("queries_total", { ...zoneServers, transport })).toBe(timed);
    }
  }, 60_000);

  test("each request for a tool is counted once over all processes, where it ended", async () => {
    const outcomes = async () => {
      const all: Record<string, number> = {};
      for (const outcome of ["ok", "target_error", "invalid_input", "internal_error", "upstream_error"]) {
        const each = product.processes.map((process) =>
          metric(process, "dnstools_tool_requests_total", { tool: "dns", outcome }),
        );
        all[outcome] = (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
      }
      return all;
    };
    const before = await outcomes();
    expect(await ask("dns?domain=example.com&type=A")).toBe(200);
    expect(await ask("dns?domain=nowhere-at-all.com")).toBe(404);
    expect(await ask("dns?domain=not%20a%20name")).toBe(400);
    expect(await ask("dns?domain=example.com&type=NONE")).toBe(400);
    expect(await outcomes()).toEqual({
      ...before,
      ok: (before["ok"] ?? 0) + 1,
      target_error: (before["target_error"] ?? 0) + 1,
      invalid_input: (before["invalid_input"] ?? 0) + 2,
    });
  });

  test("whatever is asked, series are few, well named, and name nobody", async () => {
    for (const tool of TOOLS) expect([tool, await ask(tool)]).toEqual([tool, 200]);
    for (const tool of TOOLS) await ask(`${tool.split("?")[0]}?domain=not%20a%20name`);
    const paths = Array.from({ length: 300 }, (_, i) => `${product.url}/nowhere/${i}/secret`);
    const methods = ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "QUERY"];
    for (const [i, path] of paths.entries())
      await (await fetch(path, { method: methods[i % methods.length] ?? "GET" })).text();
    for (let i = 0; i < 20; i++)
      await fetch(`${product.url}/api/v1`, { headers: { "X-API-Key": `secret${i}` } });
    for (const process of product.processes) await checkSeries(process);
  }, 60_000);
});

async function checkSeries(process: ProductProcess): Promise<void> {
  const text = await (await fetch(process.metricsUrl)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.length).toBeLessThan(4000);
  // A label twice would be a series twice.
  const series = lines.map((line) => line.slice(0, line.lastIndexOf(" ")));
  expect(series.filter((one, i) => series.indexOf(one) !== i)).toEqual([]);
  expect(lines.filter((line) => /NaN|undefined|null/.test(line))).toEqual([]);
  expect(lines.filter((line) => NAMES.test(line))).toEqual([]);
  const checker = Bun.spawn(["promtool", "check", "metrics"], { stdin: "pipe", stderr: "pipe" });
  checker.stdin.write(text);
  await checker.stdin.end();
  expect([await checker.exited, await checker.stderr.text()]).toEqual([0, ""]);
  // Of the process itself nothing is 0, which it was where its source had not been read.
  const own = lines.filter((line) => /^(process|nodejs_eventloop_lag_p)/.test(line));
  expect(own).toHaveLength(9);
  expect(own.filter((line) => line.endsWith(" 0"))).toEqual([]);
}
