/** A key's id, and the minute of its last recorded use, in milliseconds since 1970. */
export type Used = { readonly id: string; noted: number };

const MINUTE_MS = 60_000;

/**
 * Collects when each key was last used, to the minute, until these times are written to the database. The number of
 * keys is limited; uses of more keys than that are dropped.
 */
export class LastUsed {
  private readonly max: number;
  private unwritten = new Map<string, number>();

  /** @param max maximum number of keys to collect */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * Records that a key is used now, and updates `used.noted`.
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
   * @param write writes when several keys were last used; returns false if the write failed, and the next flush then
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
