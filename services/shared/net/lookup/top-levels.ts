import { Cache } from "@dnstools/concurrency/cache";
import type { Zone } from "@dnstools/core/protocol/zone";

/**
 * The servers of top-level domains, over all calls: every session begins with them, and they change in days. Kept for
 * some minutes, and only where all of their addresses could be found.
 */
export type TopLevels = {
  readonly get: (name: string) => Zone | null;
  readonly keep: (zone: Zone) => void;
  /** Forgets what did not answer. */
  readonly forget: (name: string) => void;
  /** Forgets all, where a resolver that they may come from turned out to give wrong answers. */
  readonly clear: () => void;
};

const KEPT_MS = 600_000;
/** More than there are top-level domains. */
const ZONES_MAX = 2000;

export function createTopLevels(): TopLevels {
  const zones = new Cache<string, Zone>({ max: ZONES_MAX, ttlMs: KEPT_MS });
  return {
    get: (name) => zones.get(name) ?? null,
    keep(zone) {
      if (zone.nameServers.some(({ addresses, reason }) => addresses.length === 0 || reason !== null)) return;
      zones.set(zone.apex, zone);
    },
    forget: (name) => zones.delete(name),
    clear: () => zones.clear(),
  };
}
