import { Cache } from "@dnstools/concurrency/cache";
import { registrableOf } from "@dnstools/core/protocol/names";

/** Recent NXDOMAIN answers by registrable domain, which show whether clients query random names below one domain. */
export type Denials = {
  /**
   * Returns true if so many names below the domain were denied recently that resolvers should be queried only for
   * existing names.
   */
  readonly many: (name: string) => boolean;
  /** Records that the zone's servers denied a name. */
  readonly add: (name: string) => void;
};

/** Number of denied names below one domain within WITHIN_MS milliseconds from which `many` returns true. */
const MANY = 5;
const WITHIN_MS = 60_000;
/** Maximum number of registrable domains that are stored; the least recently used is evicted first. */
const SITES_MAX = 1000;

/**
 * Creates an empty record of denials.
 * @param clock returns the current time in milliseconds since any fixed time.
 */
export function createDenials(clock: () => number = () => performance.now()): Denials {
  /** Times of the latest denials below each registrable domain. */
  const denied = new Cache<string, readonly number[]>({ max: SITES_MAX, ttlMs: WITHIN_MS });
  const siteOf = (name: string) => registrableOf(name) ?? name;
  const lately = (site: string) => (denied.peek(site) ?? []).filter((at) => at > clock() - WITHIN_MS);

  return {
    many: (name) => lately(siteOf(name)).length >= MANY,
    add(name) {
      const site = siteOf(name);
      const times = [...lately(site), clock()].slice(-MANY);
      denied.set(site, times);
    },
  };
}
