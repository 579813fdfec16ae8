import { printable } from "../harmless.ts";

/** Parts of one call that are named, and characters of a name: one message of progress stays below 10 kB. */
const PARTS_MAX = 100;
const NAME_MAX = 80;

/**
 * How far the work of one call has come. Its session counts the exchanges, its probe names the parts that it has finished: nothing is
 * sent from here, so that telling costs nothing where no caller wants to know.
 */
export class WorkProgress {
  /** Exchanges with servers that have begun. */
  total = 0;
  /** Those of them that have ended, with an answer or without. */
  done = 0;
  private readonly names = new Set<string>();

  /** Names a part that is finished, in plain words; the same one counts once, and those beyond a bound are left out. */
  finish(part: string): void {
    if (this.names.size < PARTS_MAX) this.names.add(part);
  }

  /** Names a part when its work ends well. @returns what comes of it. */
  async part<T>(part: string, work: Promise<T>): Promise<T> {
    const result = await work;
    this.finish(part);
    return result;
  }

  /** The parts that are finished, in the order in which they were. @param from how many of the first are left out. */
  partsFrom(from: number): readonly string[] {
    if (from === this.names.size) return [];
    return [...this.names].slice(from).map((name) => printable(name, NAME_MAX));
  }
}
