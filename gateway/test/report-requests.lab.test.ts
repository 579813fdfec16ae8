import { expect, test } from "bun:test";
import { startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { json, metric, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { REPORT_TARGETS } from "@dnstools/lab/support/report-targets";
import { until } from "@dnstools/lab/support/until";

const LIMIT = { RATE_LIMIT_UNITS: "40", RATE_LIMIT_WINDOW_S: "86400" };
/** Headers that may differ between an API answer and its report, or between two calls. */
const OWN = [
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "ratelimit",
  "vary",
  "x-ratelimit-remaining",
  "x-request-id",
  "x-robots-tag",
];

test.each(WIRINGS)(
  "HEAD of every report is answered without a run, a charge or a question: %s",
  async (wiring) => {
    await using collector = startCollector();
    await using product = await startProduct(wiring, { ...LIMIT, ...tracedTo(collector) });
    for (const [tool, target] of Object.entries(REPORT_TARGETS))
      for (const format of ["text", "markdown", "json"]) {
        const url = `${product.url}/${tool}/${target}?format=${format}`;
        const { status, headers } = await fetch(url, { method: "HEAD" });
        expect([tool, status, headers.get("x-request-cost")]).toEqual([tool, 200, "0"]);
        expect(headers.get("x-ratelimit-remaining")).toBe("40");
      }
    const refused = await fetch(`${product.url}/dns/exa!mple.com`, { method: "HEAD" });
    expect([refused.status, refused.headers.get("x-request-cost")]).toEqual([400, "0"]);
    expect((await json(fetch(`${product.url}/api/v1/limits`))).remaining).toBe(40);
    // HEAD caused no outgoing call: every outgoing call has a span, and the first spans belong to the GET request.
    const get = await fetch(`${product.url}/dns/example.com?type=A`);
    expect(await get.text()).toContain("93.184.215.14");
    await until(() => collector.spans().some(({ name }) => name === "run dns"));
    const traces = new Set(collector.spans().map(({ traceId }) => traceId));
    expect(traces.size).toBe(1);
    for (const process of product.processes) {
      const calls = await metric(process, "dnstools_admission_wait_seconds_count");
      expect([process.target, calls]).toEqual([process.target, callsAt(process.target)]);
    }
  },
);

/** Returns the number of calls that a process is expected to have admitted after one call of the dns tool. */
function callsAt(target: string): number {
  if (target === "all") return 2;
  return target === "gateway" || target === "dns" ? 1 : 0;
}

test("HEAD of a report has the headers of GET, and no length of its own", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const ask = (method: string) =>
    rawHttp(
      product.url,
      `${method} /dns/example.com?type=A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: abcdefgh-1\r\n\r\n`,
    );
  const [head, get] = [await ask("HEAD"), await ask("GET")];
  expect(head.status).toBe(200);
  expect(head.body).toBe("");
  expect(head.head).not.toMatch(/content-length/i);
  const shown = (text: string) =>
    text
      .split("\r\n")
      .filter((line) => !/^(?:content-length|transfer-encoding|date|x-request-cost)/i.test(line))
      .map((line) => line.toLowerCase())
      .sort();
  expect(shown(head.head)).toEqual(shown(get.head));
});

test.each(WIRINGS)("a report has the status, cost and headers of the API's answer: %s", async (wiring) => {
  await using product = await startProduct(wiring, { ...LIMIT, TARGET_DENY: "denied.com" });
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(`${product.url}${path}`, init);
    const left = Number(headers.get("x-ratelimit-remaining"));
    const [type, vary, robots] = ["content-type", "vary", "x-robots-tag"].map((name) => headers.get(name));
    for (const name of OWN) headers.delete(name);
    return { status, type, vary, robots, left, same: headers.toJSON() };
  };
  const text = "text/plain; charset=utf-8";
  for (const [name, status] of [
    ["example.com", 200],
    ["nothing-here.com", 404],
    ["denied.com", 400],
    ["exa!mple.com", 400],
  ] as const) {
    const api = await ask(`/api/v1/dns?domain=${name}&type=A`);
    const report = await ask(`/dns/${name}?type=A`);
    expect([name, report.status, report.type, report.robots]).toEqual([name, status, text, "noindex"]);
    expect(report.vary).toBe("Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode");
    expect([report.status, report.same]).toEqual([api.status, api.same]);
    expect(api.left - report.left).toBe(status === 400 ? 0 : 1);
  }
  for (let left = 36; left > 0; left -= 1) await ask("/dns/example.com?type=A");
  const [api, report] = [await ask("/api/v1/dns?domain=example.com"), await ask("/dns/example.com")];
  expect([report.status, report.type, report.left]).toEqual([429, text, 0]);
  expect(report.same).toEqual(api.same);
  const head = await ask("/dns/example.com", { method: "HEAD" });
  expect(head.status).toBe(200);
  const { key } = await product.keys("create", "--name", "reads reports");
  expect((await ask("/dns/example.com?type=A", { headers: { "x-api-key": key } })).status).toBe(200);
  const bad = await ask("/dns/example.com", { headers: { "x-api-key": "x" } });
  expect([bad.status, bad.type]).toEqual([401, text]);
});
