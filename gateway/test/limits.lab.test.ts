import { expect, test } from "bun:test";
import { json, metric, type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { startRedis } from "@dnstools/lab/support/redis";
import { until } from "@dnstools/lab/support/until";

const DNS = "/api/v1/dns";
const PATH = `${DNS}?domain=example.com&type=A`;
const LONG = { RATE_LIMIT_WINDOW_S: "86400" };

const remaining = async (product: Product) =>
  (await json(fetch(`${product.url}/api/v1/limits`))).remaining as number;
const front = (product: Product) => product.processes[0] ?? product.process("all");
const ready = async (product: Product) => json(fetch(new URL("/readyz", front(product).metricsUrl)));

test("two gateways with one Redis grant exactly the limit, and each says what is left", async () => {
  await using redis = await startRedis();
  const env = { ...LONG, REDIS_URL: redis.url, RATE_LIMIT_UNITS: "50", GATEWAY_COUNT: "2" };
  const gateways: Product[] = [];
  await using all = new AsyncDisposableStack();
  for (let i = 0; i < 2; i++) gateways.push(all.use(await startProduct("all", env)));
  // Waits until all gateways have connected to Redis, because they connect in the background.
  for (const gateway of gateways)
    await until(async () => (await ready(gateway)).dependencies.limits === "ok");
  const asked = Array.from({ length: 120 }, (_, i) => fetch(`${gateways[i % 2]?.url}${PATH}`));
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  for (const response of answers.filter(({ status }) => status !== 200)) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  for (const gateway of gateways) {
    expect(await remaining(gateway)).toBe(0);
    // Requests that cost nothing also report that no units are left.
    for (const path of ["/nothing", `${DNS}?domain=`, "/api/v1"]) {
      const { headers } = await fetch(`${gateway.url}${path}`);
      expect([path, headers.get("x-ratelimit-remaining")]).toEqual([path, "0"]);
    }
  }
});

test.each(WIRINGS)(
  "units of calls that a full service refused come back, through Redis too: %s",
  async (wiring) => {
    await using redis = await startRedis();
    await using product = await startProduct(wiring, {
      ...LONG,
      REDIS_URL: redis.url,
      SERVICE_CONCURRENCY: "1",
      QUEUE_WAIT_MS: "100",
      TARGET_CONCURRENCY: "0",
      TOOL_DEADLINES: "dns=1500",
    });
    await until(async () => (await ready(product)).dependencies.limits === "ok");
    const asked = Array.from({ length: 4 }, (_, i) => fetch(`${product.url}${DNS}?domain=n${i}.silent.com`));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(3);
    for (const { headers } of refused) expect(headers.get("x-request-cost")).toBe("0");
    expect(await remaining(product)).toBe(59);
  },
);

test("while Redis is frozen or dead calls are granted, and it is used again when it is back", async () => {
  await using redis = await startRedis();
  await using product = await startProduct("all", {
    ...LONG,
    REDIS_URL: redis.url,
    RATE_LIMIT_UNITS: "1000000",
    GATEWAY_COUNT: "2",
  });
  const degraded = () => metric(front(product), "dnstools_ratelimit_degraded");
  const load = async () => {
    const asked = Array.from({ length: 20 }, () => fetch(`${product.url}${PATH}`));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  };
  await until(async () => (await ready(product)).dependencies.limits === "ok");
  for (const [stop, start] of [
    [() => redis.freeze(), () => redis.thaw()],
    [() => redis.kill(), () => redis.restart()],
  ] as const) {
    await stop();
    // Redis only comes back after these calls, so none of them waited for it.
    await load();
    await until(async () => (await degraded()) === 1);
    await load();
    expect(await ready(product)).toMatchObject({ status: "ready", dependencies: { limits: "failing" } });
    // During the outage, this gateway grants its own share of the limit.
    expect(await json(fetch(`${product.url}/api/v1/limits`))).toMatchObject({ limit: 500_000 });
    await start();
    await load();
    await until(async () => (await degraded()) === 0);
    await load();
    expect(await json(fetch(`${product.url}/api/v1/limits`))).toMatchObject({ limit: 1_000_000 });
  }
  const lines = (what: string) => front(product).log().split(what).length - 1;
  expect([lines("store is unreachable"), lines("store is reachable again")]).toEqual([2, 2]);
});

test("without Redis each of four gateways grants its share, and logs that", async () => {
  await using product = await startProduct("all", { ...LONG, GATEWAY_COUNT: "4", RATE_LIMIT_UNITS: "60" });
  expect(await json(fetch(`${product.url}/api/v1/limits`))).toMatchObject({ limit: 15, remaining: 15 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${product.url}${PATH}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
  const { notes } = await ready(product);
  expect(notes).toEqual([expect.stringContaining("Each of 4 gateways")]);
  expect(front(product).log()).toContain("Each of 4 gateways");
});
