/** How entering a place ended: inside, turned away since too many wait, waited in vain, or the caller has gone. */
export type Entry = "inside" | "full" | "late" | "gone";

/** A place where so many work at once. More wait, in turns of their callers; who is inside must leave again. */
export type Place = {
  /** At once where there is room. @param waitMs milliseconds that a turn is waited for. */
  readonly enter: (caller: string, waitMs: number, signal: AbortSignal) => Entry | Promise<Entry>;
  readonly leave: (caller: string) => void;
  /** Sets how many are inside at once; those who are stay. */
  readonly resize: (atOnce: number) => void;
  /** Those inside, and those waiting. */
  readonly inside: () => number;
  readonly waiting: () => number;
};

export type PlaceOptions = {
  /** Inside at once, at least 1. */
  readonly atOnce: number;
  /** Inside at once of one caller, at least 1. */
  readonly perCaller: number;
  /** Waiting at the most, of all callers. */
  readonly waitingMax: number;
};

type Waiter = { readonly end: (entry: Entry) => void };

/**
 * Callers take turns: whoever has one call waiting is next after at most one call of each other. Where all waiting places are
 * taken, the caller that has most of them gives up its last one to who has fewer.
 */
export function createPlace({ atOnce: first, perCaller, waitingMax }: PlaceOptions): Place {
  let atOnce = first;
  let inside = 0;
  let waiting = 0;
  const insideOf = new Map<string, number>();
  // In the order of turns: who was served goes to the end.
  const lines = new Map<string, Waiter[]>();

  const mayEnter = (caller: string) => inside < atOnce && (insideOf.get(caller) ?? 0) < perCaller;

  function admit(caller: string): void {
    inside += 1;
    insideOf.set(caller, (insideOf.get(caller) ?? 0) + 1);
  }

  function remove(caller: string, waiter: Waiter): void {
    const line = lines.get(caller) ?? [];
    const at = line.indexOf(waiter);
    if (at === -1) return;
    line.splice(at, 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(caller);
  }

  /** Makes room among those waiting; false where the newcomer's caller has most of them itself. */
  function makeRoom(caller: string): boolean {
    if (waiting < waitingMax) return true;
    let longest = caller;
    for (const [other, line] of lines) {
      if (line.length > (lines.get(longest)?.length ?? 0) + (longest === caller ? 1 : 0)) longest = other;
    }
    if (longest === caller) return false;
    lines.get(longest)?.at(-1)?.end("full");
    return true;
  }

  function next(): void {
    for (const [caller, line] of lines) {
      if (inside >= atOnce) return;
      const [waiter] = line;
      if (waiter === undefined || !mayEnter(caller)) continue;
      lines.delete(caller);
      lines.set(caller, line);
      waiter.end("inside");
    }
  }

  return {
    enter(caller, waitMs, signal) {
      if (signal.aborted) return "gone";
      // Whoever has calls waiting already does not overtake them.
      if (mayEnter(caller) && !lines.has(caller)) {
        admit(caller);
        return "inside";
      }
      if (!makeRoom(caller)) return "full";
      const { promise, resolve } = Promise.withResolvers<Entry>();
      const gone = () => waiter.end("gone");
      const waiter: Waiter = {
        end(entry) {
          clearTimeout(timer);
          signal.removeEventListener("abort", gone);
          remove(caller, waiter);
          if (entry === "inside") admit(caller);
          resolve(entry);
        },
      };
      const timer = setTimeout(() => waiter.end("late"), Math.max(1, waitMs));
      signal.addEventListener("abort", gone, { once: true });
      const line = lines.get(caller);
      if (line === undefined) lines.set(caller, [waiter]);
      else line.push(waiter);
      waiting += 1;
      return promise;
    },
    leave(caller) {
      inside -= 1;
      const left = (insideOf.get(caller) ?? 1) - 1;
      if (left === 0) insideOf.delete(caller);
      else insideOf.set(caller, left);
      next();
    },
    resize(now) {
      atOnce = now;
      next();
    },
    inside: () => inside,
    waiting: () => waiting,
  };
}
