import { Cache } from "@dnstools/concurrency/cache";
import type { Zone } from "@dnstools/core/protocol/zone";

/**
 * A cache of the name servers of top-level domains, shared by all calls: every lookup starts with these servers, and
 * they rarely change. Entries expire after a few minutes. A zone is kept only if the addresses of all its name servers
 * were found.
 */
export type TopLevels = {
  readonly get: (name: string) => Zone | null;
  readonly keep: (zone: Zone) => void;
  /** Removes a zone whose servers did not answer. */
  readonly forget: (name: string) => void;
  /** Notes that our resolver has denied a top-level domain. */
  readonly noteDenied: (name: string) => void;
  /**
   * Returns true if our resolver has denied a top-level domain that the root delegates, because it takes single labels
   * for local names.
   */
  readonly isLocal: (name: string) => boolean;
  /** Removes all zones. Called when the resolver that supplied them turns out to be faulty. */
  readonly clear: () => void;
};

const KEPT_MS = 600_000;
/** Maximum number of cached zones, larger than the number of top-level domains. */
const ZONES_MAX = 2000;

/** Creates an empty cache of top-level domains. */
export function createTopLevels(): TopLevels {
  const zones = new Cache<string, Zone>({ max: ZONES_MAX, ttlMs: KEPT_MS });
  const denied = new Cache<string, true>({ max: ZONES_MAX, ttlMs: KEPT_MS });
  return {
    get: (name) => zones.get(name) ?? null,
    keep(zone) {
      if (zone.nameServers.some(({ addresses, reason }) => addresses.length === 0 || reason !== null)) return;
      zones.set(zone.apex, zone);
    },
    forget: (name) => zones.delete(name),
    noteDenied: (name) => denied.set(name, true),
    isLocal: (name) => denied.get(name) === true && zones.get(name) !== undefined,
    clear() {
      zones.clear();
      denied.clear();
    },
  };
}
