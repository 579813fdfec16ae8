/** A place among those that may be busy at once. */
export type Slot = { readonly free: () => void };

/** So many may be busy at once; others wait in line. */
export type Slots = {
  /** A place, where one is free. */
  readonly now: (of: object | string) => Slot | null;
  /**
   * Waits for a place; null when the signal fires before.
   * @param of whoever or wherever it is for: each has so many places at most, and where there are none left they take turns.
   */
  readonly take: (of: object | string, signal: AbortSignal) => Promise<Slot | null>;
};

export function createSlots(max: number, each: number): Slots {
  /** Who wait, by whom they wait for: the first in order has the next turn. */
  const lines = new Map<object | string, (() => void)[]>();
  const busy = new Map<object | string, number>();
  let all = 0;

  const busyFor = (of: object | string) => busy.get(of) ?? 0;

  function occupy(of: object | string): Slot {
    all += 1;
    busy.set(of, busyFor(of) + 1);
    let taken = true;
    return {
      free() {
        if (!taken) return;
        taken = false;
        all -= 1;
        const left = busyFor(of) - 1;
        if (left > 0) busy.set(of, left);
        else busy.delete(of);
        next();
      },
    };
  }

  function next(): void {
    for (const [of, line] of lines) {
      if (all >= max) return;
      if (busyFor(of) >= each) continue;
      const enter = line.shift();
      // To the end of the turns, where it has more to do.
      lines.delete(of);
      if (line.length > 0) lines.set(of, line);
      enter?.();
    }
  }

  // Who waits is let in as soon as a place is free, so that nobody can go before.
  const now = (of: object | string) => (all < max && busyFor(of) < each ? occupy(of) : null);

  return {
    now,
    take(of, signal) {
      if (signal.aborted) return Promise.resolve(null);
      const free = now(of);
      if (free !== null) return Promise.resolve(free);
      const { promise, resolve } = Promise.withResolvers<Slot | null>();
      const line = lines.get(of) ?? [];
      lines.set(of, line);
      const enter = () => {
        signal.removeEventListener("abort", late);
        resolve(occupy(of));
      };
      const late = () => {
        line.splice(line.indexOf(enter), 1);
        if (line.length === 0) lines.delete(of);
        resolve(null);
      };
      line.push(enter);
      signal.addEventListener("abort", late, { once: true });
      return promise;
    },
  };
}
