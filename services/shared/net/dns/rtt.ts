import { Cache } from "@dnstools/concurrency/cache";

/** Maximum number of servers whose round-trip times are kept; the least recently used server is evicted first. */
const SERVERS_MAX = 10_000;
/**
 * Maximum age of a measured round-trip time in milliseconds. Older values are unreliable because network paths
 * change.
 */
const GOOD_FOR_MS = 3_600_000;
/** Weight of a new sample in the smoothed round-trip time (RFC 6298 2). */
const WEIGHT = 1 / 8;

/** Measured round-trip times by server address, shared by all callers. */
export type RoundTrips = {
  readonly note: (address: string, ms: number) => void;
  /** Returns the smoothed round-trip time of a server in milliseconds; null if none was measured. */
  readonly of: (address: string) => number | null;
};

/** Creates an empty store of round-trip times. */
export function createRoundTrips(): RoundTrips {
  const smoothed = new Cache<string, number>({ max: SERVERS_MAX, ttlMs: GOOD_FOR_MS });
  return {
    note(address, ms) {
      const before = smoothed.get(address);
      smoothed.set(address, before === undefined ? ms : before + (ms - before) * WEIGHT);
    },
    of: (address) => smoothed.get(address) ?? null,
  };
}
