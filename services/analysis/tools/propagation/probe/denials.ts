import { Cache } from "@dnstools/concurrency/cache";
import { registrableOf } from "@dnstools/core/protocol/names";

/** NXDOMAIN of late, by registrable domain: a client that sends random names below one domain is recognized by it. */
export type Denials = {
  /** Whether so many names were denied that resolvers are asked only for names that the zone has. */
  readonly many: (name: string) => boolean;
  readonly add: (name: string) => void;
};

/** Names that are denied within so many milliseconds. */
const MANY = 5;
const WITHIN_MS = 60_000;
/** Registrable domains that are remembered: the least recently used is forgotten first. */
const SITES_MAX = 1000;

/** @param clock milliseconds of any origin. */
export function createDenials(clock: () => number = () => performance.now()): Denials {
  /** The last times of each. */
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
