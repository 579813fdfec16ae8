import { statSync } from "node:fs";
import { publicResolverAt } from "@dnstools/core/data/public-resolvers";
import type { Endpoint, Net } from "@dnstools/net";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import type { ListHealth } from "./tools/dnsbl/observations.ts";
import { createListsHealth, type ListsHealth } from "./tools/dnsbl/probe/health.ts";
import { healthPage } from "./tools/dnsbl/probe/health-page.ts";
import { tools } from "./tools/index.ts";
import { openAsDatabase } from "./tools/reverse/as-database.ts";

export type NetworkDeps = ServiceDeps<Net> & {
  /** Our own resolvers: whether they are public ones is told to who asks. */
  readonly resolvers: readonly Endpoint[];
  /** Keys of blocklists by their holder (DNSBL_KEYS). */
  readonly blocklistKeys: ReadonlyMap<string, string>;
  /** File of origin ASes; empty to ask Team Cymru. */
  readonly asDatabase: string;
};

/** What is wrong with settings of this service, which only opening their files shows. */
export function networkProblems(asDatabase: string): string[] {
  try {
    if (asDatabase !== "") openAsDatabase(asDatabase);
    return [];
  } catch (error) {
    return [`AS_DATABASE=${asDatabase}: set an MMDB file that can be read (${(error as Error).message})`];
  }
}

/** The network service: its tools, and the lists' health for the operator. */
export function createNetworkService(deps: NetworkDeps): Service {
  const { io: net, blocklistKeys: keys, asDatabase, metrics, pages } = deps;
  const health = createListsHealth(net.look, keys, net.waits);
  const publicResolvers = deps.resolvers
    .map(({ address }) => address)
    .filter((address) => publicResolverAt(address) !== null);
  pages.set("/dnsbl", () => healthPage(health));
  countLists(metrics, health);
  if (asDatabase !== "") {
    // It is read once, here.
    const { mtimeMs } = statSync(asDatabase);
    metrics.dataFile("as_database", () => mtimeMs);
  }
  const io = {
    ...net,
    lists: { health, keys, publicResolvers },
    asDatabase: asDatabase === "" ? null : openAsDatabase(asDatabase),
  };
  return createService("network", tools, { ...deps, io });
}

function countLists(metrics: Metrics, health: ListsHealth): void {
  const each = (value: (health: ListHealth) => number) => () =>
    health.all().map(({ zone, family, health: one }) => [{ list: zone, family }, value(one)] as const);
  metrics.samples(
    "dnsbl_list_healthy",
    each(({ state }) => Number(state === "healthy")),
  );
  metrics.samples(
    "dnsbl_list_last_check_timestamp_seconds",
    each(({ checkedAt }) => Date.parse(checkedAt) / 1000),
  );
  metrics.samples("dnsbl_queries_total", health.counts);
}
