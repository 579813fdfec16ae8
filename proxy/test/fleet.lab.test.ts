import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Fleet, startFleet } from "@dnstools/lab/support/fleet";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import { json, metric, type ProductProcess } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { type Redis, startRedis } from "@dnstools/lab/support/redis";
import { until } from "@dnstools/lab/support/until";
import { type Edge, startEdge } from "./edge.ts";
import { startLoad } from "./load.ts";

/** Four gateways and two of each service behind nginx, with Redis and PostgreSQL, as an operator has them. */
const UNITS = 40;
let ends: AsyncDisposableStack;
let redis: Redis;
let postgres: Postgres;
let fleet: Fleet;
let edge: Edge;
/** A header that has no limit. */
let keyed: Record<string, string>;

beforeAll(async () => {
  ends = new AsyncDisposableStack();
  redis = ends.use(await startRedis());
  postgres = ends.use(await startPostgres());
  fleet = ends.use(
    await startFleet(
      { gateways: 4, services: 2 },
      {
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        GATEWAY_COUNT: "4",
        RATE_LIMIT_UNITS: String(UNITS),
        RATE_LIMIT_WINDOW_S: "86400",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    ),
  );
  const gateways = fleet.of("gateway").map(({ url }) => new URL(url).host);
  edge = ends.use(
    await startEdge(gateways, { PROXY_FLOOD_RATE: "0", PROXY_FLOOD_CONNECTIONS: "0", PROXY_KEY_RATE: "0" }),
  );
  const { key } = await fleet.keys("create", "--name", "load");
  keyed = { "X-API-Key": key };
}, 120_000);
afterAll(() => ends.disposeAsync());

/** A call for each service that is soon answered. */
const CALLS = {
  dns: "/api/v1/dns?domain=example.com&type=A",
  network: "/api/v1/whois?domain=registered.com",
  cert: "/api/v1/ssl?host=valid.certs.com",
  analysis: "/api/v1/propagation?domain=example.com&limit=1",
  mail: "/api/v1/mail?domain=example.com",
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
/** The state of a service's circuit at every gateway, each once. */
const circuitsOf = async (service: string, state: string) =>
  Promise.all(
    fleet
      .of("gateway")
      .map((gateway) => metric(gateway, "dnstools_gateway_upstream_circuit_state", { service, state })),
  );

async function killAll(processes: readonly ProductProcess[]): Promise<void> {
  for (const process of processes) process.kill("SIGKILL");
  await Promise.all(processes.map((process) => process.exited));
}

test("every tool answers, and all processes have their part in it", async () => {
  expect(await statuses()).toEqual(ALL_WELL);
  const load = startLoad(edge.url, [CALLS.dns], 8, keyed);
  await load.pass(200);
  await load.stop();
  for (const process of [...fleet.of("gateway"), ...fleet.of("dns")])
    expect(await requestsAt(process)).toBeGreaterThan(20);
});

test("a limit is exact over four gateways, however many ask at once", async () => {
  const asked = await Promise.all(Array.from({ length: 3 * UNITS }, () => fetch(`${edge.url}${CALLS.dns}`)));
  const granted = asked.filter(({ status }) => status === 200);
  const refused = asked.filter(({ status }) => status === 429);
  expect([granted.length, refused.length]).toEqual([UNITS, 2 * UNITS]);
  // Nobody was told the same remainder twice.
  const left = granted.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: UNITS }, (_, n) => n));
});

test("one of a service's two processes killed under load: nobody sees it, and it is asked again when it is back", async () => {
  const [victim] = fleet.of("dns");
  if (victim === undefined) throw new Error("no process");
  const load = startLoad(edge.url, [CALLS.dns, CALLS.network], 12, keyed);
  await load.pass(100);
  await killAll([victim]);
  await load.pass(200);
  const back = await fleet.again(victim);
  await until(async () => (await requestsAt(back)) > 20);
  expect(Object.fromEntries(await load.stop())).toEqual({ "200": expect.any(Number) });
});

test("a service that is gone: its tools alone are 503, and its circuits close by themselves", async () => {
  const both = fleet.of("network");
  await killAll(both);
  const others = NAMES.filter((name) => name !== "network");
  const load = startLoad(
    edge.url,
    others.map((name) => CALLS[name]),
    4,
    keyed,
  );
  // Each gateway must have found it out by itself.
  await until(async () => {
    await Promise.all(Array.from({ length: 8 }, () => statusOf("network")));
    return (await circuitsOf("network", "open")).every((open) => open === 1);
  });
  const began = performance.now();
  expect(await statusOf("network")).toBe(503);
  expect(performance.now() - began).toBeLessThan(1000);
  for (const gateway of fleet.of("gateway")) {
    const ready = await json(fetch(new URL("/readyz", gateway.metricsUrl)));
    expect(ready).toMatchObject({ status: "ready", dependencies: { network: "failing", dns: "ok" } });
  }
  await load.pass(20);
  expect(Object.fromEntries(await load.stop())).toEqual({ "200": expect.any(Number) });
  for (const ended of both) await fleet.again(ended);
  await until(async () => {
    await Promise.all(Array.from({ length: 8 }, () => statusOf("network")));
    return (await circuitsOf("network", "closed")).every((closed) => closed === 1);
  });
  expect(await statuses()).toEqual(ALL_WELL);
});

test("Redis and PostgreSQL stopped: every process stays ready, says so, and goes on", async () => {
  const request = `GET ${CALLS.dns} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
  let clients = 1;
  /** A call of somebody new, without a key: Redis is asked. */
  const newcomer = () => {
    clients += 1;
    return rawHttp(edge.url, request, `127.0.1.${clients}`);
  };
  const { key } = await fleet.keys("create", "--name", "not used yet");
  /** What a gateway does not know has to be looked up. */
  const lookUp = () =>
    Promise.all(
      Array.from({ length: 8 }, () => fetch(`${edge.url}/api/v1/limits`, { headers: { "X-API-Key": key } })),
    );
  const load = startLoad(edge.url, [CALLS.dns], 4, keyed);
  await load.pass(20);
  await redis.kill();
  await postgres.kill();
  const readiness = () =>
    Promise.all(fleet.all().map(async ({ metricsUrl }) => await fetch(new URL("/readyz", metricsUrl))));
  await until(async () => {
    await lookUp();
    expect(await newcomer()).toMatchObject({ status: 200 });
    const ready = await readiness();
    expect(ready.map(({ status }) => status)).toEqual(ready.map(() => 200));
    const told = await Promise.all(ready.map(async (one) => ((await one.json()) as Ready).dependencies));
    return told.every(({ keys, limits }) => keys !== "ok" && limits !== "ok");
  }, 40_000);
  for (const gateway of fleet.of("gateway")) {
    const { dependencies } = await json(fetch(new URL("/readyz", gateway.metricsUrl)));
    expect(dependencies).toMatchObject({ keys: "failing", limits: "failing" });
  }
  expect(await statuses()).toEqual(ALL_WELL);
  await redis.restart();
  await postgres.restart();
  await until(async () => {
    await lookUp();
    expect(await newcomer()).toMatchObject({ status: 200 });
    const ready = await Promise.all((await readiness()).map(async (one) => (await one.json()) as Ready));
    return ready.every(({ dependencies: { keys, limits } }) => keys !== "failing" && limits !== "failing");
  }, 40_000);
  expect(Object.fromEntries(await load.stop())).toEqual({ "200": expect.any(Number) });
}, 100_000);

type Ready = { readonly dependencies: Readonly<Record<string, string>> };
