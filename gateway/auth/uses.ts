import type { Entry } from "./entries.ts";

/** What is to be read again and written down for keys that were served. Bounded. */
export type Uses = {
  /** Notes that a key was served. @param now milliseconds since 1970 */
  readonly note: (entry: Entry, now: number) => void;
  /** Keys that were served since this was asked last, by id. */
  readonly takeServed: () => readonly Entry[];
  /** Uses to be written down: ids by minute, in milliseconds since 1970. */
  readonly takeUnwritten: () => ReadonlyMap<number, readonly string[]>;
  /** Takes back what could not be written. */
  readonly putBack: (ids: readonly string[], at: number) => void;
};

const MINUTE_MS = 60_000;

export function createUses(max: number): Uses {
  let served: Entry[] = [];
  let unwritten = new Map<string, number>();
  const write = (id: string, at: number) => {
    // Without the database for long, the last use of some is not known: no more than that.
    if (unwritten.size < max || unwritten.has(id)) unwritten.set(id, Math.max(at, unwritten.get(id) ?? 0));
  };
  return {
    note(entry, now) {
      if (!entry.used) {
        entry.used = true;
        served.push(entry);
      }
      const minute = Math.floor(now / MINUTE_MS);
      if (entry.minute !== minute) {
        entry.minute = minute;
        write(entry.id, minute * MINUTE_MS);
      }
    },
    takeServed() {
      const all = served;
      served = [];
      for (const entry of all) entry.used = false;
      return all;
    },
    takeUnwritten() {
      const byMinute = new Map<number, string[]>();
      for (const [id, at] of unwritten) {
        const ids = byMinute.get(at);
        if (ids === undefined) byMinute.set(at, [id]);
        else ids.push(id);
      }
      unwritten = new Map();
      return byMinute;
    },
    putBack(ids, at) {
      for (const id of ids) write(id, at);
    },
  };
}
