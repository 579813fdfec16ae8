import { describe, expect, test } from "bun:test";
import { json, metric, type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";
import { SETTINGS } from "@dnstools/service/config";

const DNS = "/api/v1/dns";
/** A zone whose server takes questions and answers none. */
const SILENT = "silent.com";
/** A window so long that no unit comes back during a test. */
const LONG = { RATE_LIMIT_WINDOW_S: "86400" };

const front = (product: Product) => product.processes[0] ?? product.process("all");
/** The process that runs a tool. */
const behind = (product: Product, service: string) =>
  product.processes.find(({ target }) => target === service || target === "all") ?? front(product);
const remaining = async (product: Product) =>
  (await json(fetch(`${product.url}/api/v1/limits`))).remaining as number;

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("a thousand calls about a slow zone of one's own cost a thousand times the units", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      RATE_LIMIT_UNITS: "2000",
      TARGET_CONCURRENCY: "0",
      KEY_CONCURRENCY: "0",
      SHED_LAG_MS: "0",
      SHED_TURN_MS: "0",
      NAMESERVER_QPS: "0",
      DNS_DEADLINE_MS: "1000",
    });
    const ask = async (i: number) => {
      const response = await fetch(`${product.url}${DNS}?domain=n${i}.${SILENT}`);
      await response.body?.cancel();
      return { status: response.status, cost: response.headers.get("x-request-cost") };
    };
    for (let batch = 0; batch < 10; batch++) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(batch * 100 + i)));
      expect(new Set(answers.map(({ cost }) => cost))).toEqual(new Set(["1"]));
    }
    expect(await remaining(product)).toBe(1000);
  }, 60_000);

  test("whoever goes away pays, and the tool stops when nobody waits for it", async () => {
    await using product = await startProduct(wiring, { ...LONG, DNS_DEADLINE_MS: "60000" });
    const process = behind(product, "dns");
    const cancelled = () =>
      metric(process, "dnstools_tool_requests_total", { tool: "dns", outcome: "cancelled" });
    const [one, two] = [new AbortController(), new AbortController()];
    const asked = [one, two].map(({ signal }) =>
      fetch(`${product.url}${DNS}?domain=${SILENT}`, { signal }).catch(() => "gone"),
    );
    const running = () => metric(process, "dnstools_dns_queries_total", { upstream_class: "authoritative" });
    await until(async () => (await running()) > 0);
    const ended = () => metric(process, "dnstools_tool_duration_seconds_count", { tool: "dns" });
    one.abort();
    expect(await asked[0]).toBe("gone");
    await until(async () => (await cancelled()) === 1);
    expect(await ended()).toBe(0);
    two.abort();
    await until(async () => (await cancelled()) === 2);
    expect(await ended()).toBe(1);
    expect(await remaining(product)).toBe(58);
    const inFlight = () => metric(front(product), "dnstools_http_requests_in_flight", { service: "gateway" });
    await until(async () => (await inFlight()) === 0);
  });

  test("calls about one target wait, then are refused for nothing, and other targets do not notice", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      TARGET_CONCURRENCY: "1",
      DNS_DEADLINE_MS: "3000",
    });
    const ask = (name: string) => fetch(`${product.url}${DNS}?domain=${name}`);
    const busy = Array.from({ length: 6 }, (_, i) => ask(`n${i}.${SILENT}`));
    const other = await ask("example.com");
    expect(other.status).toBe(200);
    const answers = await Promise.all(busy);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const response of refused) {
      expect(await response.json()).toMatchObject({ code: "target_busy" });
      expect(response.headers.get("x-request-cost")).toBe("0");
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await remaining(product)).toBe(60 - 1 - (6 - refused.length));
  });

  test("a service that is full lets calls wait in turns, and then refuses them for nothing", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      SERVICE_CONCURRENCY: "2",
      TARGET_CONCURRENCY: "0",
      DNS_DEADLINE_MS: "4000",
    });
    const asked = Array.from({ length: 6 }, (_, i) => fetch(`${product.url}${DNS}?domain=n${i}.${SILENT}`));
    // Another service has places of its own.
    expect((await fetch(`${product.url}/api/v1/reverse?ip=9.9.9.9`)).status).toBe(200);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(4);
    for (const response of refused) {
      expect(await response.json()).toMatchObject({ code: "overloaded" });
      expect(response.headers.get("x-request-cost")).toBe("0");
    }
    const shed = await metric(front(product), "dnstools_http_requests_shed_total", { service: "dns" });
    expect(shed).toBe(4);
    const tool = { tool: "dns", outcome: "refused" };
    expect(await metric(front(product), "dnstools_tool_requests_total", tool)).toBe(4);
    const dns = { service: "dns" };
    expect(await metric(front(product), "dnstools_http_concurrency_limit", dns)).toBe(2);
  });

  test("one client's calls leave places for others", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      SERVICE_CONCURRENCY: "10",
      KEY_CONCURRENCY: "2",
      TARGET_CONCURRENCY: "0",
      DNS_DEADLINE_MS: "4000",
      HOST: "0.0.0.0",
    });
    const { port } = new URL(product.url);
    for (let i = 0; i < 6; i++)
      void fetch(`http://127.0.0.1:${port}${DNS}?domain=n${i}.${SILENT}`).catch(() => {});
    const calls = () => metric(front(product), "dnstools_service_calls", { service: "dns" });
    await until(async () => (await calls()) === 2);
    const { key } = await product.keys("create", "--name", "another");
    const other = await fetch(`${product.url}${DNS}?domain=example.com`, { headers: { "X-API-Key": key } });
    expect(other.status).toBe(200);
  });

  test("reports of mail, eight at a time from one client, with the default settings: none is refused", async () => {
    const fallbacks = ["TARGET_CONCURRENCY", "KEY_CONCURRENCY", "SERVICE_CONCURRENCY"] as const;
    await using product = await startProduct(wiring, {
      ...LONG,
      RATE_LIMIT_UNITS: "2000",
      // All of them ask the same name server.
      NAMESERVER_QPS: "0",
      ...Object.fromEntries(fallbacks.map((name) => [name, SETTINGS[name].fallback])),
    });
    const statuses: number[] = [];
    const ask = async (i: number) => {
      const response = await fetch(`${product.url}/api/v1/mail?domain=n${i}.rotating.com`);
      await response.body?.cancel();
      statuses.push(response.status);
    };
    const names = Array.from({ length: 24 }, (_, i) => i);
    await atOnce(names, ask, 8);
    expect(statuses).toEqual(names.map(() => 200));
  });

  test("more than can be done: some are answered, the others refused for nothing, and then all is well", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      RATE_LIMIT_UNITS: "2000",
      KEY_CONCURRENCY: "0",
      NAMESERVER_QPS: "0",
      SHED_TURN_MS: "5",
      SHED_LAG_MS: "20",
    });
    const seen = new Map<string, number>();
    let asked = 0;
    const worker = async () => {
      for (let i = 0; i < 6; i++) {
        asked += 1;
        const response = await fetch(`${product.url}${DNS}?domain=n${asked}.rotating.com`);
        const { code = "" } = (await response.json()) as { code?: string };
        if (response.status === 503) {
          expect(response.headers.get("x-request-cost")).toBe("0");
          expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        }
        const what = `${response.status} ${code}`.trim();
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 250 }, worker));
    expect([...seen.keys()].sort()).toEqual(["200", "503 overloaded"]);
    expect(await remaining(product)).toBe(2000 - (seen.get("200") ?? 0));
    await until(async () => (await fetch(`${product.url}${DNS}?domain=example.com`)).status === 200);
  }, 60_000);

  test("nobody is asked about whose owner objects", async () => {
    await using product = await startProduct(wiring, {
      TARGET_DENY: "example.com, 9.9.9.0/24",
    });
    for (const path of [
      `${DNS}?domain=example.com`,
      `${DNS}?domain=WWW.Example.com.`,
      "/api/v1/ssl?host=www.example.com",
      "/api/v1/ssl?host=9.9.9.9",
      "/api/v1/reverse?ip=9.9.9.9",
      "/api/v1/whois?domain=example.com",
    ]) {
      const response = await fetch(`${product.url}${path}`);
      expect({ path, status: response.status, cost: response.headers.get("x-request-cost") }).toEqual({
        path,
        status: 400,
        cost: "0",
      });
      expect(await response.json()).toMatchObject({ code: "target_denied" });
    }
    expect((await fetch(`${product.url}${DNS}?domain=signed.com&type=A`)).status).toBe(200);
  });
});

test("a frozen service is left alone after a few calls, the others answer, and it comes back by itself", async () => {
  await using product = await startProduct("one process per target", {
    ...LONG,
    RATE_LIMIT_UNITS: "1000",
    DNS_DEADLINE_MS: "300",
  });
  const dns = product.process("dns");
  const ask = async () => {
    const start = performance.now();
    const response = await fetch(`${product.url}${DNS}?domain=example.com&type=A`);
    return { response, ms: performance.now() - start };
  };
  expect((await ask()).response.status).toBe(200);
  dns.kill("SIGSTOP");
  const frozen = await Promise.all(Array.from({ length: 5 }, ask));
  for (const { response } of frozen) {
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "service_unavailable" });
    // They were sent, and may have been worked on.
    expect(response.headers.get("x-request-cost")).toBe("1");
  }
  const left = await ask();
  expect(left.response.status).toBe(503);
  expect(left.response.headers.get("x-request-cost")).toBe("0");
  // Each is counted once, at the gateway: the service did not get so far.
  const tools = (outcome: string) =>
    metric(front(product), "dnstools_tool_requests_total", { tool: "dns", outcome });
  const upstream = (outcome: string) =>
    metric(front(product), "dnstools_gateway_upstream_requests_total", { service: "dns", outcome });
  expect([await tools("timeout"), await upstream("timeout")]).toEqual([5, 5]);
  expect([await tools("upstream_error"), await upstream("refused")]).toEqual([1, 1]);
  expect([await tools("ok"), await upstream("ok"), await upstream("failed")]).toEqual([0, 1, 0]);
  const times = "dnstools_gateway_upstream_duration_seconds_count";
  expect(await metric(front(product), times, { service: "dns" })).toBe(6);
  const state = { service: "dns", state: "open" };
  expect(await metric(front(product), "dnstools_gateway_upstream_circuit_state", state)).toBe(1);
  expect((await fetch(`${product.url}/api/v1/reverse?ip=9.9.9.9`)).status).toBe(200);
  dns.kill("SIGCONT");
  await until(async () => (await ask()).response.status === 200);
  expect(await metric(front(product), "dnstools_gateway_upstream_circuit_state", state)).toBe(0);
});
