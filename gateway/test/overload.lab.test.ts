import { describe, expect, test } from "bun:test";
import {
  json,
  metric,
  type Product,
  startProduct,
  WIRINGS,
  type Wiring,
} from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { until } from "@dnstools/lab/support/until";
import { SETTINGS } from "@dnstools/server/config/config";

const DNS = "/api/v1/dns";
/** A zone whose server never answers. */
const SILENT = "silent.com";
const UNITS = 1000;
/**
 * A rate limit with a window so long that no unit is restored during a test. Each test uses a different client
 * address.
 */
const LONG = {
  RATE_LIMIT_WINDOW_S: "86400",
  RATE_LIMIT_UNITS: String(UNITS),
  TRUSTED_PROXIES: "127.0.0.1",
};
const LIMITS = ["TARGET_CONCURRENCY", "KEY_CONCURRENCY", "SERVICE_CONCURRENCY"] as const;
/** Default number of concurrent calls for one target. */
const TARGET = Number(SETTINGS.TARGET_CONCURRENCY.fallback);

const DEFAULT_LIMITS = {
  ...LONG,
  ...Object.fromEntries(LIMITS.map((name) => [name, SETTINGS[name].fallback])),
  // There is no limit on the query rate, because most zones of the lab share name servers.
  NAMESERVER_QPS: "0",
};
/** Returns a shared product that has the default limits on concurrent calls. */
const common = (wiring: Wiring) =>
  sharedProduct(wiring, {
    ...DEFAULT_LIMITS,
    TARGET_DENY: "denied.com, 9.9.9.0/24",
    TOOL_DEADLINES: "dns=700",
    QUEUE_WAIT_MS: "2000",
  });
/** Returns a shared product with four units per service, at most two of them for one client, and a short queue wait. */
const narrow = () =>
  sharedProduct("all", {
    ...LONG,
    SERVICE_CONCURRENCY: "4",
    KEY_CONCURRENCY: "2",
    TOOL_DEADLINES: "dns=3500",
    QUEUE_WAIT_MS: "300",
  });

const front = (product: Product) => product.processes[0] ?? product.process("all");
/** Returns the process of a service. */
const behind = (product: Product, service: string) =>
  product.processes.find(({ target }) => target === service || target === "all") ?? front(product);

/** Sends a request from a client address. */
const ask = (product: Product, client: string, path: string, init: RequestInit = {}) =>
  fetch(`${product.url}${path}`, { ...init, headers: { "X-Forwarded-For": client, ...init.headers } });
const remaining = async (product: Product, client: string) =>
  (await json(ask(product, client, "/api/v1/limits"))).remaining as number;

/** Returns a function that reads how much a metric has changed since now. */
async function sinceNow(read: () => Promise<number>): Promise<() => Promise<number>> {
  const before = await read();
  return async () => (await read()) - before;
}

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("each call about a slow zone costs its unit", async () => {
    const product = await common(wiring);
    const client = "192.0.2.1";
    const asked = Array.from({ length: TARGET / 2 }, (_, i) =>
      ask(product, client, `${DNS}?domain=n${i}.${SILENT}`),
    );
    const costs = (await Promise.all(asked)).map(({ headers }) => headers.get("x-request-cost"));
    expect(costs).toEqual(asked.map(() => "1"));
    expect(await remaining(product, client)).toBe(UNITS - asked.length);
  });

  test("a caller that hangs up pays, and the tool stops when its last caller is gone", async () => {
    const product = await common(wiring);
    const client = "192.0.2.2";
    const process = behind(product, "dns");
    const labels = { tool: "dns", outcome: "cancelled" };
    const cancelled = await sinceNow(() => metric(process, "dnstools_tool_requests_total", labels));
    const ended = await sinceNow(() =>
      metric(process, "dnstools_tool_duration_seconds_count", { tool: "dns" }),
    );
    const running = await sinceNow(() =>
      metric(process, "dnstools_dns_queries_total", { upstream_class: "authoritative" }),
    );
    const [one, two] = [new AbortController(), new AbortController()];
    const asked = [one, two].map(({ signal }) =>
      ask(product, client, `${DNS}?domain=${SILENT}`, { signal }).catch(() => "gone"),
    );
    await until(async () => (await running()) > 0);
    one.abort();
    expect(await asked[0]).toBe("gone");
    await until(async () => (await cancelled()) === 1);
    expect(await ended()).toBe(0);
    two.abort();
    await until(async () => (await cancelled()) === 2);
    expect(await ended()).toBe(1);
    expect(await remaining(product, client)).toBe(UNITS - 2);
    const inFlight = () => metric(front(product), "dnstools_http_requests_in_flight", { service: "gateway" });
    await until(async () => (await inFlight()) === 0);
  });

  test("calls about a busy target wait for their turn and are answered; other targets do not wait", async () => {
    const product = await common(wiring);
    const clients = ["192.0.2.3", "192.0.2.4"];
    let answered = 0;
    const busy = Array.from({ length: TARGET + 6 }, async (_, i) => {
      const response = await ask(product, clients[i % 2] ?? "", `${DNS}?domain=n${i}.${SILENT}`);
      answered += 1;
      return response.status;
    });
    expect((await ask(product, "192.0.2.5", `${DNS}?domain=example.com`)).status).toBe(200);
    expect(answered).toBe(0);
    expect(await Promise.all(busy)).toEqual(busy.map(() => 200));
  });

  test("a question that goes to our resolver alone takes no turn at its target", async () => {
    const product = await common(wiring);
    const gone = new AbortController();
    const working = () =>
      metric(behind(product, "dns"), "dnstools_admission_units", { at: "service", service: "dns" });
    for (let i = 0; i < TARGET; i++)
      ask(product, "192.0.2.10", `${DNS}?domain=m${i}.${SILENT}`, { signal: gone.signal }).catch(() => {});
    await until(async () => (await working()) === TARGET);
    const typed = Array.from({ length: 20 }, () =>
      ask(product, "192.0.2.10", `${DNS}?domain=${SILENT}&type=NS`),
    );
    expect(new Set((await Promise.all(typed)).map(({ status }) => status))).toEqual(new Set([200]));
    gone.abort();
    await until(async () => (await working()) === 0);
  });

  test("more calls than can be done in time: some are answered, the others refused at no cost, and later all are answered", async () => {
    await using product = await startProduct(wiring, {
      ...LONG,
      SERVICE_CONCURRENCY: "16",
      KEY_CONCURRENCY: "0",
      QUEUE_WAIT_MS: "100",
      TOOL_DEADLINES: "dns=1000",
    });
    const client = "192.0.2.6";
    const seen = new Map<string, number>();
    const asked = Array.from({ length: 200 }, async (_, i) => {
      const response = await ask(product, client, `${DNS}?domain=n${i}.${SILENT}`);
      const { code = "" } = (await response.json()) as { code?: string };
      if (response.status === 503) {
        expect(response.headers.get("x-request-cost")).toBe("0");
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      const what = `${response.status} ${code}`.trim();
      seen.set(what, (seen.get(what) ?? 0) + 1);
    });
    await Promise.all(asked);
    expect([...seen.keys()].sort()).toEqual(["200", "503 overloaded"]);
    expect(await remaining(product, client)).toBe(UNITS - (seen.get("200") ?? 0));
    await until(async () => (await ask(product, client, `${DNS}?domain=example.com`)).status === 200);
  });

  test("a target of TARGET_DENY is refused at no cost by every tool", async () => {
    const product = await common(wiring);
    for (const path of [
      `${DNS}?domain=denied.com`,
      `${DNS}?domain=WWW.Denied.com.`,
      "/api/v1/ssl?host=www.denied.com",
      "/api/v1/ssl?host=9.9.9.9",
      "/api/v1/reverse?ip=9.9.9.9",
      "/api/v1/whois?domain=denied.com",
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

test("one client's calls leave places for others", async () => {
  const product = await narrow();
  const { key } = await product.keys("create", "--name", "another");
  const gone = new AbortController();
  for (let i = 0; i < 6; i++)
    ask(product, "192.0.2.1", `${DNS}?domain=n${i}.${SILENT}`, { signal: gone.signal }).catch(() => {});
  const calls = () => metric(front(product), "dnstools_admission_units", { at: "gateway", service: "dns" });
  await until(async () => (await calls()) === 2);
  const other = await ask(product, "192.0.2.1", `${DNS}?domain=example.com`, {
    headers: { "X-API-Key": key },
  });
  expect(other.status).toBe(200);
  gone.abort();
  await until(async () => (await calls()) === 0);
});

test("calls to a full service wait in turn, and are refused at no cost when no turn comes", async () => {
  const product = await narrow();
  const dns = { at: "gateway", service: "dns" };
  const late = await sinceNow(() =>
    metric(front(product), "dnstools_admission_refused_total", { ...dns, reason: "late" }),
  );
  const labels = { tool: "dns", outcome: "refused" };
  const counted = await sinceNow(() => metric(front(product), "dnstools_tool_requests_total", labels));
  const asked = Array.from({ length: 8 }, (_, i) =>
    ask(product, `192.0.2.${100 + i}`, `${DNS}?domain=n${i}.${SILENT}`),
  );
  // Each service has its own units, so another service still answers.
  expect((await ask(product, "192.0.2.1", "/api/v1/reverse?ip=9.9.9.9")).status).toBe(200);
  const refused = (await Promise.all(asked)).filter(({ status }) => status === 503);
  expect(refused).toHaveLength(4);
  for (const response of refused) {
    expect(await response.json()).toMatchObject({ code: "overloaded" });
    expect(response.headers.get("x-request-cost")).toBe("0");
  }
  expect([await late(), await counted()]).toEqual([4, 4]);
  expect(await metric(front(product), "dnstools_admission_capacity_units", dns)).toBe(4);
});

test("with the default limits and time to wait, no report of mail is refused to a client that asks eight at a time, of many domains or of one", async () => {
  // Longer timeouts than usual, so that no call is refused on a busy machine.
  await using product = await startProduct("one process per target", {
    ...DEFAULT_LIMITS,
    WAIT_FACTOR: "4",
  });
  const statuses: Record<string, number> = {};
  const report = async (domain: string) => {
    const response = await ask(product, "192.0.2.7", `/api/v1/mail?domain=${domain}`);
    await response.body?.cancel();
    statuses[domain] = response.status;
  };
  const different = ["example", "signed", "rotating", "null-mx", "mailtest", "records", "wild", "words"];
  const alike = Array.from({ length: 2 * TARGET }, (_, i) => `n${i}.rotating.com`);
  await atOnce(
    different.map((name) => `${name}.com`),
    report,
    8,
  );
  await atOnce(alike, report, 8);
  expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
});

test("a frozen service gets no more calls after a few, the other services answer, and it comes back by itself", async () => {
  const product = await common("one process per target");
  const client = "192.0.2.8";
  const dns = product.process("dns");
  const once = () => ask(product, client, `${DNS}?domain=example.com&type=A`);
  const tools = (outcome: string) =>
    sinceNow(() => metric(front(product), "dnstools_tool_requests_total", { tool: "dns", outcome }));
  const upstream = (outcome: string) =>
    sinceNow(() =>
      metric(front(product), "dnstools_gateway_upstream_requests_total", { service: "dns", outcome }),
    );
  const counts = [
    await tools("timeout"),
    await upstream("timeout"),
    await tools("upstream_error"),
    await upstream("refused"),
    await tools("ok"),
    await upstream("ok"),
    await upstream("failed"),
    await sinceNow(() =>
      metric(front(product), "dnstools_gateway_upstream_duration_seconds_count", { service: "dns" }),
    ),
  ];
  expect((await once()).status).toBe(200);
  dns.kill("SIGSTOP");
  for (const response of await Promise.all(Array.from({ length: 5 }, once))) {
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "service_unavailable" });
    // These calls were sent and may have caused work, so they cost their units.
    expect(response.headers.get("x-request-cost")).toBe("1");
  }
  const left = await once();
  expect(left.status).toBe(503);
  expect(left.headers.get("x-request-cost")).toBe("0");
  // Each call is counted once. The gateway counts it, because the service did not finish it.
  expect(await Promise.all(counts.map((count) => count()))).toEqual([5, 5, 1, 1, 0, 1, 0, 6]);
  const state = { service: "dns", state: "open" };
  const open = () => metric(front(product), "dnstools_gateway_upstream_circuit_state", state);
  expect(await open()).toBe(1);
  expect((await fetch(`${product.url}/api/v1/reverse?ip=5.32.0.1`)).status).toBe(200);
  dns.kill("SIGCONT");
  await until(async () => (await once()).status === 200);
  expect(await open()).toBe(0);
});

test("calls that are slow again do not keep the circuit of a service that is back open", async () => {
  const product = await common("one process per target");
  const client = "192.0.2.9";
  const dns = product.process("dns");
  const status = async (query: string) => (await ask(product, client, `${DNS}?domain=${query}`)).status;
  dns.kill("SIGSTOP");
  await Promise.all(Array.from({ length: 5 }, () => status("example.com&type=A")));
  expect(await status("example.com&type=A")).toBe(503);
  dns.kill("SIGCONT");
  const slow = Array.from({ length: TARGET / 2 }, (_, i) => status(`n${i}.${SILENT}`));
  await until(async () => (await status("example.com&type=A")) === 200);
  await Promise.all(slow);
});
