/** A place among those that may be busy at once. */
type Slot = { readonly free: () => void };

/** So many may be busy at once; others wait in line. */
export type Slots = {
  /** Waits for a place; null when the signal fires before. */
  readonly take: (signal: AbortSignal) => Promise<Slot | null>;
};

export function createSlots(max: number): Slots {
  const line: (() => void)[] = [];
  let busy = 0;
  const slot = (): Slot => {
    let taken = true;
    return {
      free() {
        if (!taken) return;
        taken = false;
        const next = line.shift();
        if (next === undefined) busy -= 1;
        else next();
      },
    };
  };
  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (busy < max) {
        busy += 1;
        return Promise.resolve(slot());
      }
      const { promise, resolve } = Promise.withResolvers<Slot | null>();
      const enter = () => {
        signal.removeEventListener("abort", late);
        resolve(slot());
      };
      const late = () => {
        line.splice(line.indexOf(enter), 1);
        resolve(null);
      };
      line.push(enter);
      signal.addEventListener("abort", late, { once: true });
      return promise;
    },
  };
}
