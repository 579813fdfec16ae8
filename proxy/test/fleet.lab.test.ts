import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Fleet } from "@dnstools/lab/support/fleet";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import { json, metric, type ProductProcess } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { type Redis, startRedis } from "@dnstools/lab/support/redis";
import { until } from "@dnstools/lab/support/until";
import { type Edge, startEdge } from "./edge.ts";
import { startLoad } from "./load.ts";
import { startSmallFleet } from "./small-fleet.ts";

/** Number of gateways behind nginx. The fleet also has two processes of a service, Redis and PostgreSQL, as in production. */
const GATEWAYS = 2;
const UNITS = 40;
let ends: AsyncDisposableStack;
let redis: Redis;
let postgres: Postgres;
let fleet: Fleet;
let edge: Edge;
/** Request headers with an API key, for requests without a rate limit. */
let keyed: Record<string, string>;

beforeAll(async () => {
  ends = new AsyncDisposableStack();
  redis = ends.use(await startRedis());
  postgres = ends.use(await startPostgres());
  fleet = ends.use(
    await startSmallFleet(
      { gateway: GATEWAYS, dns: 2, network: 1 },
      {
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        GATEWAY_COUNT: String(GATEWAYS),
        RATE_LIMIT_UNITS: String(UNITS),
        RATE_LIMIT_WINDOW_S: "86400",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    ),
  );
  const gateways = fleet.of("gateway").map(({ url }) => new URL(url).host);
  edge = ends.use(await startEdge(gateways, { PROXY_FLOOD_RATE: "0", PROXY_KEY_RATE: "0" }));
  const { key } = await fleet.keys("create", "--name", "load");
  keyed = { "X-API-Key": key };
});
afterAll(() => ends.disposeAsync());

/** One fast call for each service. */
const CALLS = {
  dns: "/api/v1/dns?domain=example.com&type=A",
  network: "/api/v1/whois?domain=registered.com",
} as const;
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

const statusOf = async (service: keyof typeof CALLS) => {
  const response = await fetch(`${edge.url}${CALLS[service]}`, { headers: keyed });
  await response.text();
  return response.status;
};
const statuses = async () =>
  Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await statusOf(name)] as const)));
const ALL_WELL = Object.fromEntries(NAMES.map((name) => [name, 200]));

const requestsAt = (process: ProductProcess) =>
  metric(process, "dnstools_http_requests_total", { service: process.target, code: "200" });
/** Returns one number for each gateway: 1 if its circuit breaker for a service is in the given state, otherwise 0. */
const circuitsOf = async (service: string, state: string) =>
  Promise.all(
    fleet
      .of("gateway")
      .map((gateway) => metric(gateway, "dnstools_gateway_upstream_circuit_state", { service, state })),
  );

/** Returns the number of calls that gateways refused because the circuit breaker of a service was open. */
const refusedCalls = async (service: string) => {
  const labels = { service, outcome: "refused" };
  const each = fleet
    .of("gateway")
    .map((gateway) => metric(gateway, "dnstools_gateway_upstream_requests_total", labels));
  return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
};

/** Runs an action while dns is called continuously; no call may fail. */
async function underLoad(happens: () => Promise<unknown>): Promise<void> {
  const load = startLoad(edge.url, [CALLS.dns], 4, { headers: keyed });
  await load.pass(20);
  await happens();
  await load.pass(20);
  expect(Object.fromEntries(await load.stop())).toEqual({ "200": expect.any(Number) });
}

async function killAll(processes: readonly ProductProcess[]): Promise<void> {
  for (const process of processes) process.kill("SIGKILL");
  await Promise.all(processes.map((process) => process.exited));
}

test("every tool answers, and every process gets a share of the calls", async () => {
  expect(await statuses()).toEqual(ALL_WELL);
  const load = startLoad(edge.url, [CALLS.dns], 8, { headers: keyed });
  await load.pass(100);
  await load.stop();
  for (const process of [...fleet.of("gateway"), ...fleet.of("dns")])
    expect(await requestsAt(process)).toBeGreaterThan(10);
});

test("a limit is exact over all gateways, however many calls come at once", async () => {
  const asked = await Promise.all(Array.from({ length: 3 * UNITS }, () => fetch(`${edge.url}${CALLS.dns}`)));
  const granted = asked.filter(({ status }) => status === 200);
  const refused = asked.filter(({ status }) => status === 429);
  expect([granted.length, refused.length]).toEqual([UNITS, 2 * UNITS]);
  // Each granted response shows a different number of remaining units.
  const left = granted.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: UNITS }, (_, n) => n));
});

test("one of a service's two processes killed under load fails no call, and is asked again when it is back", async () => {
  const [victim] = fleet.of("dns");
  if (victim === undefined) throw new Error("no process");
  const load = startLoad(edge.url, [CALLS.dns, CALLS.network], 12, { headers: keyed });
  await load.pass(50);
  await killAll([victim]);
  await load.pass(100);
  const back = await fleet.again(victim);
  expect(Object.fromEntries(await load.stop())).toEqual({ "200": expect.any(Number) });
  await until(async () => {
    for (let n = 0; n < 8; n++) expect(await statusOf("dns")).toBe(200);
    return (await requestsAt(back)) > 0;
  });
});

test("a service that is gone: its tools alone are 503, and its circuits close by themselves", async () => {
  const gone = fleet.of("network");
  await underLoad(() => killAll(gone));
  const withoutIt = { ...ALL_WELL, network: 503 };
  // Each gateway must notice the service's failure by itself.
  await until(async () => {
    await Promise.all(Array.from({ length: 6 * GATEWAYS }, () => statusOf("network")));
    return (await circuitsOf("network", "open")).every((open) => open === 1);
  });
  const before = await refusedCalls("network");
  expect(await statuses()).toEqual(withoutIt);
  // Calls do not wait for the service: a gateway with an open circuit breaker refuses them without calling the service.
  expect(await refusedCalls("network")).toBeGreaterThan(before);
  for (const gateway of fleet.of("gateway")) {
    const ready = await json(fetch(new URL("/readyz", gateway.metricsUrl)));
    expect(ready).toMatchObject({ status: "ready", dependencies: { network: "failing", dns: "ok" } });
  }
  for (const ended of gone) await fleet.again(ended);
  await until(async () => {
    const asked = await Promise.all(Array.from({ length: 2 * GATEWAYS }, () => statusOf("network")));
    return (
      asked.every((status) => status === 200) &&
      (await circuitsOf("network", "closed")).every((closed) => closed === 1)
    );
  });
  expect(await statuses()).toEqual(ALL_WELL);
});

test("Redis and PostgreSQL stopped: every process stays ready, says so, and goes on", async () => {
  const request = `GET ${CALLS.dns} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
  let clients = 1;
  /** Sends a call from a new client without a key. The gateway needs Redis for this call. */
  const newcomer = () => {
    clients += 1;
    return rawHttp(edge.url, request, `127.0.1.${clients}`);
  };
  const { key } = await fleet.keys("create", "--name", "not used yet");
  /** Sends a request with a key. The gateway must look up the key unless it is cached. */
  const lookUp = () => fetch(`${edge.url}/api/v1/limits`, { headers: { "X-API-Key": key } });
  /**
   * Sends requests that need Redis and PostgreSQL to every gateway, and returns the states of these stores in /readyz.
   */
  const meetStores = async () => {
    await Promise.all(Array.from({ length: 2 * GATEWAYS }, lookUp));
    for (let n = 0; n < GATEWAYS; n++) expect(await newcomer()).toMatchObject({ status: 200 });
    expect(await statusOf("dns")).toBe(200);
    const ready = fleet.of("gateway").map(({ metricsUrl }) => json(fetch(new URL("/readyz", metricsUrl))));
    return (await Promise.all(ready)).map(({ dependencies: { keys, limits } }) => ({ keys, limits }));
  };
  await underLoad(() => Promise.all([redis.kill(), postgres.kill()]));
  await until(async () =>
    (await meetStores()).every(({ keys, limits }) => keys === "failing" && limits === "failing"),
  );
  const all = fleet.all().map(async ({ metricsUrl }) => (await fetch(new URL("/readyz", metricsUrl))).status);
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  expect(await statuses()).toEqual(ALL_WELL);
  await underLoad(() => Promise.all([redis.restart(), postgres.restart()]));
  await until(async () =>
    (await meetStores()).every(({ keys, limits }) => keys !== "failing" && limits !== "failing"),
  );
});
