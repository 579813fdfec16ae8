import { onAbort } from "./abortable.ts";

/**
 * Waits for a turn of the event loop.
 * @returns false if the signal fires first.
 */
export type YieldTurn = (signal: AbortSignal) => Promise<boolean>;

/**
 * Creates a queue for one kind of work that takes milliseconds. The work waits for its turn before it starts, so that
 * packets and timers are handled between two pieces of work. The caller holds nothing and need not release anything.
 * @param shareMs milliseconds of a turn after which the next piece of work waits for another turn. Short pieces of work
 * cost less if they share a turn; with 0, each piece of work has a turn of its own.
 */
export function createTurns(shareMs: number): YieldTurn {
  const queue: (() => void)[] = [];
  let serving = false;

  function serve(): void {
    const start = performance.now();
    const next = () => {
      queue.shift()?.();
      if (queue.length === 0) serving = false;
      // The work of the caller that was served runs before this microtask.
      else queueMicrotask(() => (performance.now() - start < shareMs ? next() : void setImmediate(serve)));
    };
    next();
  }

  return (signal) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stop = onAbort(signal, () => {
      const at = queue.indexOf(enter);
      if (at !== -1) queue.splice(at, 1);
      resolve(false);
    });
    function enter(): void {
      stop();
      resolve(true);
    }
    if (signal.aborted) return promise;
    queue.push(enter);
    if (!serving) {
      serving = true;
      setImmediate(serve);
    }
    return promise;
  };
}

/** Waits for a turn of the event loop that no other caller of this function uses. */
export const yieldTurn: YieldTurn = createTurns(0);
