import { printable } from "../harmless.ts";

/**
 * Maximum number of named parts of one call, and of characters in a name: they keep one progress message below 10 kB.
 */
const PARTS_MAX = 100;
const NAME_MAX = 80;

/**
 * The progress of one call. The session counts the exchanges, and the probe names the parts it has finished. This class
 * sends nothing, so that recording costs nothing if no caller wants the progress.
 */
export class WorkProgress {
  /** Number of exchanges that have started. */
  total = 0;
  /** Number of exchanges that have ended, with or without an answer. */
  done = 0;
  private readonly names = new Set<string>();

  /**
   * Records a finished part, named in plain words. A repeated name counts once, and names beyond the limit are dropped.
   */
  finish(part: string): void {
    if (this.names.size < PARTS_MAX) this.names.add(part);
  }

  /**
   * Records a part when its work succeeds.
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
