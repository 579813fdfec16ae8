/** Servers remembered; the one measured longest ago goes first. */
const SERVERS_MAX = 10_000;
/** RFC 6298 2: how much a new sample counts. */
const WEIGHT = 1 / 8;

/** Round trips measured by address, over all calls. */
export type RoundTrips = {
  readonly note: (address: string, ms: number) => void;
  /** The smoothed round trip in milliseconds; null where none was measured. */
  readonly of: (address: string) => number | null;
};

export function createRoundTrips(): RoundTrips {
  const smoothed = new Map<string, number>();
  return {
    note(address, ms) {
      const before = smoothed.get(address);
      smoothed.delete(address);
      smoothed.set(address, before === undefined ? ms : before + (ms - before) * WEIGHT);
      if (smoothed.size > SERVERS_MAX) {
        const [oldest] = smoothed.keys();
        if (oldest !== undefined) smoothed.delete(oldest);
      }
    },
    of: (address) => smoothed.get(address) ?? null,
  };
}
