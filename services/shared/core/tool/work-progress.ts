import { printable } from "../harmless.ts";

/**
 * Maximum number of named parts of one call, and maximum length of a name in characters. They keep a progress message
 * below 10 kB.
 */
const PARTS_MAX = 100;
const NAME_MAX = 80;

/**
 * The progress of one call. The session counts the exchanges, and the probe records the parts that it has finished.
 * This class sends no messages, so that recording costs almost nothing if no caller wants the progress.
 */
export class WorkProgress {
  /** Number of exchanges that have started. */
  total = 0;
  /** Number of exchanges that have ended, with or without an answer. */
  done = 0;
  private readonly names = new Set<string>();

  /**
   * Records a finished part, named in plain words. A repeated name is recorded once, and names beyond the limit are
   * dropped.
   */
  finish(part: string): void {
    if (this.names.size < PARTS_MAX) this.names.add(part);
  }

  /**
   * Waits for work and records its part if the work succeeds.
   * @returns the result of the work.
   */
  async part<T>(part: string, work: Promise<T>): Promise<T> {
    const result = await work;
    this.finish(part);
    return result;
  }

  /**
   * Returns the finished parts, in the order in which they finished.
   * @param from number of parts to skip at the beginning.
   */
  partsFrom(from: number): readonly string[] {
    if (from === this.names.size) return [];
    return [...this.names].slice(from).map((name) => printable(name, NAME_MAX));
  }
}
