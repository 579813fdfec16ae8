import { statSync } from "node:fs";
import { publicResolverAt } from "@dnstools/core/data/public-resolvers";
import type { Endpoint, Net } from "@dnstools/net";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { listMetrics } from "./list-metrics.ts";
import type { NetworkConfig } from "./settings.ts";
import { createListsHealth } from "./tools/dnsbl/probe/health.ts";
import { healthPage } from "./tools/dnsbl/probe/health-page.ts";
import { tools } from "./tools/index.ts";
import { openAsDatabase } from "./tools/reverse/as-database.ts";

/** Dependencies of the network service. */
export type NetworkDeps = ServiceDeps<Net> & {
  /** Our own resolvers; an answer reports if one of them is a public resolver. */
  readonly resolvers: readonly Endpoint[];
  readonly settings: NetworkConfig;
};

/** Returns problems with the service's settings that show only when the files that they name are opened. */
export function networkProblems(asDatabase: string): string[] {
  try {
    if (asDatabase !== "") openAsDatabase(asDatabase);
    return [];
  } catch (error) {
    return [`AS_DATABASE=${asDatabase}: set a readable MMDB file (${(error as Error).message})`];
  }
}

/**
 * Creates the network service: its tools, and the operator's page and metrics about the health of the
 * blocklists.
 */
export function createNetworkService(deps: NetworkDeps): Service {
  const { io: net, settings, metrics, pages } = deps;
  const { AS_DATABASE: asDatabase } = settings;
  const keys = new Map(settings.DNSBL_KEYS);
  const health = createListsHealth(net.session, keys, net.waits);
  const publicResolvers = deps.resolvers
    .map(({ address }) => address)
    .filter((address) => publicResolverAt(address) !== null);
  pages.set("/dnsbl", () => healthPage(health));
  listMetrics(metrics.registry, health);
  if (asDatabase !== "") {
    // The database file is read only once, here.
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
