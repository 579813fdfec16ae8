import type { Credential } from "./store/store.ts";
import type { KeyTiming } from "./timing.ts";

export type LookupsOptions = {
  /** Asks the database about some ids; null where it does not answer. */
  readonly ask: (ids: readonly string[]) => Promise<readonly Credential[] | null>;
  /** Takes what was found, before those who wait for it go on. */
  readonly keep: (ids: readonly string[], found: readonly Credential[], askedAt: number) => void;
  readonly timing: Pick<KeyTiming, "deadlineMs" | "waitingMax" | "batchMax" | "batchesMax">;
};

/** Whether an id was looked up; false where the database did not answer, or too many others are to be looked up. */
export type Lookups = {
  /** @param known whether there was such a key lately: these go first, and there are only so many of them. */
  readonly lookUp: (id: string, known: boolean) => Promise<boolean>;
};

type Waiting = {
  readonly done: Promise<boolean>;
  readonly end: (found: boolean) => void;
  readonly at: number;
};

/**
 * Looks ids up: one that several wait for once, and many at a time, so that neither a crowd after an outage nor an
 * attacker with a million well-formed keys is more than a few questions to the database.
 */
export function createLookups({ ask, keep, timing }: LookupsOptions): Lookups {
  const waiting = new Map<string, Waiting>();
  const first = new Set<string>();
  const second = new Set<string>();
  let running = 0;

  /** Up to a batch of ids, those known before the others; who has waited too long is told so. */
  const take = (): string[] => {
    const ids: string[] = [];
    const oldest = performance.now() - timing.deadlineMs;
    for (const queue of [first, second]) {
      for (const id of queue) {
        if (ids.length === timing.batchMax) return ids;
        queue.delete(id);
        if ((waiting.get(id)?.at ?? 0) < oldest) settle(id, false);
        else ids.push(id);
      }
    }
    return ids;
  };

  const settle = (id: string, found: boolean) => {
    const one = waiting.get(id);
    waiting.delete(id);
    one?.end(found);
  };

  const pump = async (): Promise<void> => {
    if (running >= timing.batchesMax) return;
    running += 1;
    for (let ids = take(); ids.length > 0; ids = take()) {
      const askedAt = performance.now();
      const found = await ask(ids);
      if (found !== null) keep(ids, found, askedAt);
      for (const id of ids) settle(id, found !== null);
    }
    running -= 1;
  };

  return {
    lookUp(id, known) {
      const there = waiting.get(id);
      if (there !== undefined) return there.done;
      if (!known && second.size >= timing.waitingMax) return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(id, { done: promise, end: resolve, at: performance.now() });
      (known ? first : second).add(id);
      void pump();
      return promise;
    },
  };
}
