import { Cache } from "@dnstools/concurrency/cache";
import { registrableOf } from "@dnstools/core/protocol/names";

/** Names that their zones denied of late, by what is registered: who sends names at random is known by them. */
export type Denials = {
  /** Whether so many were denied that resolvers are asked only for what the zone does not deny. */
  readonly many: (name: string) => boolean;
  readonly add: (name: string) => void;
};

/** Names that are denied within so many milliseconds. */
const MANY = 5;
const WITHIN_MS = 60_000;
/** Registered names that are remembered: the oldest are forgotten first. */
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
