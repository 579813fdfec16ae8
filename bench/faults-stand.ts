import { type Fleet, startFleet } from "@dnstools/lab/support/fleet";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import type { ProductProcess } from "@dnstools/lab/support/product";
import { type Redis, startRedis } from "@dnstools/lab/support/redis";
import { serveMetrics } from "@dnstools/proxy/metrics/metrics-server";
import { parseEdgeConfig } from "@dnstools/proxy/settings";
import { freePort, startEdge } from "@dnstools/proxy/test/edge";
import { createMix, type Kind, type Shares } from "./calls.ts";
import { openClient } from "./http-client.ts";
import type { Ask } from "./open-loop.ts";
import { SHIPPED } from "./shipped.ts";

/**
 * A complete installation: nginx in front of two gateways, two processes of each service, Redis and PostgreSQL, with
 * the settings as shipped.
 */
export type Stand = AsyncDisposable & {
  readonly fleet: Fleet;
  readonly redis: Redis;
  readonly postgres: Postgres;
  /**
   * Sends a request through nginx from its own client address: with a key for even numbers, without a key for odd
   * numbers.
   */
  readonly ask: Ask;
  /** Host and port at which Prometheus scrapes the edge's metrics. */
  readonly edgeMetrics: string;
  /** Returns the calls that the edge has counted so far, and how many of them failed. */
  readonly counted: () => Promise<Counted>;
  /**
   * Makes one call of each kind, all at once, with and without a key.
   * @returns true if all calls got 200
   */
  readonly allAnswer: () => Promise<boolean>;
};

/** Numbers of calls, counted as in the availability objective (deploy/metrics.md). */
export type Counted = { readonly all: number; readonly failed: number };

export const KINDS_OF_PROCESS = ["dns", "network", "cert", "analysis", "mail", "gateway"] as const;

/** Percentages of the kinds of calls. They use every service and finish quickly. */
const SHARES: Shares = {
  "dns, one type": 46,
  "whois, kept": 16,
  reverse: 12,
  ssl: 10,
  dns: 6,
  mail: 4,
  "propagation, one resolver": 4,
  "scout, one section": 2,
};
const SOCKETS = 4000;

/** Starts the installation. @param more additional settings of all processes. */
export async function startStand(more: Readonly<Record<string, string>> = {}): Promise<Stand> {
  await using ends = new AsyncDisposableStack();
  const redis = ends.use(await startRedis());
  const postgres = ends.use(await startPostgres());
  const fleet = ends.use(
    await startFleet(
      { gateways: 2, services: 2 },
      {
        ...SHIPPED,
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        GATEWAY_COUNT: "2",
        TRUSTED_PROXIES: "127.0.0.1",
        ...more,
      },
    ),
  );
  const gateways = fleet.of("gateway").map(({ url }) => new URL(url).host);
  const settings = { PROXY_TRUSTED: "127.0.0.1", PROXY_METRICS_LOG: `127.0.0.1:${freePort()}` };
  const edge = ends.use(await startEdge(gateways, settings));
  const counting = parseEdgeConfig({
    ...settings,
    PROXY_METRICS: "127.0.0.1:0",
    PROXY_STATUS: `unix:${edge.folder}/status.sock`,
  });
  if (!counting.ok) throw new Error(counting.problems.join("\n"));
  const metrics = await serveMetrics(counting.config);
  ends.defer(() => metrics.stop());
  const { key } = await fleet.keys("create", "--name", "faults");
  const client = ends.use(openClient(edge.url, SOCKETS, { fresh: true }));
  const mix = createMix(SHARES);
  let clients = 0;
  const get = (path: string, keyed: boolean) => {
    clients += 1;
    const from = `X-Forwarded-For: 45.${11 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}\r\n`;
    return client.get(path, keyed ? `${from}X-API-Key: ${key}\r\n` : from);
  };
  const kept = ends.move();
  return {
    fleet,
    redis,
    postgres,
    ask: (n) => get(mix().path, n % 2 === 0),
    edgeMetrics: new URL(metrics.url).host,
    counted: async () => countedIn(await (await fetch(`${metrics.url}/metrics`)).text()),
    async allAnswer() {
      const kinds = Object.keys(SHARES) as Kind[];
      const paths = kinds.map((kind) => createMix({ [kind]: 1 })().path);
      const answers = await Promise.all(
        paths.flatMap((path) => [true, false].map((keyed) => get(path, keyed))),
      );
      return answers.every(({ status }) => status === 200);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function countedIn(text: string): Counted {
  const lines = text.matchAll(/^dnstools_edge_requests_total\{code="(\d)\d\d",.*call="yes"\} (\d+)$/gm);
  const of = { all: 0, failed: 0 };
  for (const [, first = "", count] of lines) {
    if ("235".includes(first)) of.all += Number(count);
    if (first === "5") of.failed += Number(count);
  }
  return of;
}

/** Returns one of the processes of a kind. */
export function oneOf({ fleet }: Stand, kind: (typeof KINDS_OF_PROCESS)[number]): ProductProcess {
  const [process] = fleet.of(kind);
  if (process === undefined) throw new Error(`there is no process of ${kind}`);
  return process;
}
