/** A key, and the last minute in which its use was noted, in milliseconds since 1970. */
export type Used = { readonly id: string; noted: number };

const MINUTE_MS = 60_000;

/**
 * Collects the last uses of keys, to the minute, until they are written to the database. The number of keys is limited; uses of
 * further keys are dropped.
 */
export class LastUsed {
  private readonly max: number;
  private unwritten = new Map<string, number>();

  /** @param max maximum number of keys */
  constructor(max: number) {
    this.max = max;
  }

  /** Notes that a key is used now, and updates `used.noted`. @param now milliseconds since 1970 */
  note(used: Used, now: number): void {
    const minute = now - (now % MINUTE_MS);
    if (used.noted === minute) return;
    used.noted = minute;
    this.put(used.id, minute);
  }

  /**
   * Writes the collected uses in batches.
   * @param batchMax maximum number of keys in a batch
   * @param write writes the time of use of some keys; returns false if that failed, and the next flush tries again
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
