import { Cache } from "@dnstools/concurrency/cache";

/** Servers remembered; the least recently used one goes first. */
const SERVERS_MAX = 10_000;
/** Milliseconds that a measured round trip is good for: paths change. */
const GOOD_FOR_MS = 3_600_000;
/** RFC 6298 2: how much a new sample counts. */
const WEIGHT = 1 / 8;

/** Round trips measured by address, over all calls. */
export type RoundTrips = {
  readonly note: (address: string, ms: number) => void;
  /** The smoothed round trip in milliseconds; null where none was measured. */
  readonly of: (address: string) => number | null;
};

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
