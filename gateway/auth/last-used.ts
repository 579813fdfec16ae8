/** A key's use. */
export type Used = { readonly id: string; noted: number };

const MINUTE_MS = 60_000;

/** When keys were used last, to the minute, until it is written down. Bounded: beyond that, the use of some is not written. */
export class LastUsed {
  private readonly max: number;
  private unwritten = new Map<string, number>();

  /** @param max keys at most. */
  constructor(max: number) {
    this.max = max;
  }

  /** Notes that a key is used now. @param used holds the minute that was noted last. @param now milliseconds since 1970 */
  note(used: Used, now: number): void {
    const minute = now - (now % MINUTE_MS);
    if (used.noted === minute) return;
    used.noted = minute;
    this.put(used.id, minute);
  }

  /**
   * Writes down what is not yet, in batches.
   * @param write writes a time of some keys; false where that failed, so that it is tried again the next time.
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
