/** A key's id, and the minute of the last use that was noted, in milliseconds since 1970. */
export type Used = { readonly id: string; noted: number };

const MINUTE_MS = 60_000;

/**
 * Collects the times of the last use of keys, to the minute, until they are written to the database. The number of
 * keys is limited; above it, uses of further keys are dropped.
 */
export class LastUsed {
  private readonly max: number;
  private unwritten = new Map<string, number>();

  /** @param max maximum number of keys to collect */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * Notes that a key is used now and updates `used.noted`.
   * @param now milliseconds since 1970
   */
  note(used: Used, now: number): void {
    const minute = now - (now % MINUTE_MS);
    if (used.noted === minute) return;
    used.noted = minute;
    this.put(used.id, minute);
  }

  /**
   * Writes the collected uses in batches.
   * @param batchMax maximum number of keys in a batch
   * @param write writes the time of the last use of several keys; returns false if that failed, so that the next flush
   * tries again
   */
  async flush(
    batchMax: number,
    write: (ids: readonly string[], at: number) => Promise<boolean>,
  ): Promise<void> {
    const byMinute = Map.groupBy(this.unwritten, ([, at]) => at);
    this.unwritten = new Map();
    for (const [at, uses] of byMinute) {
      for (let from = 0; from < uses.length; from += batchMax) {
        const ids = uses.slice(from, from + batchMax).map(([id]) => id);
        if (!(await write(ids, at))) for (const id of ids) this.put(id, at);
      }
    }
  }

  private put(id: string, at: number): void {
    if (this.unwritten.size < this.max || this.unwritten.has(id))
      this.unwritten.set(id, Math.max(at, this.unwritten.get(id) ?? 0));
  }
}
