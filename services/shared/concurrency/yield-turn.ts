import { onAbort } from "./abortable.ts";

/** A caller that waits for its turn, see `yieldTurn`. */
type Waiter = { readonly enter: () => void; readonly shareMs: number };

const queue: Waiter[] = [];
let serving = false;

/**
 * Waits for a turn of the event loop. Work that takes milliseconds calls this function before it starts, so that packets
 * and timers are handled between two pieces of work. The caller holds nothing and need not release anything.
 * @param shareMs milliseconds that the work of earlier waiters may have taken in the same turn: short pieces of work cost
 * less if they share a turn. With 0, the caller waits for a turn in which no waiter has worked.
 * @returns false if the signal fires first.
 */
export function yieldTurn(signal: AbortSignal, shareMs = 0): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const waiter: Waiter = {
    shareMs,
    enter() {
      stop();
      resolve(true);
    },
  };
  const stop = onAbort(signal, () => {
    const at = queue.indexOf(waiter);
    if (at !== -1) queue.splice(at, 1);
    resolve(false);
  });
  if (signal.aborted) return promise;
  queue.push(waiter);
  if (!serving) {
    serving = true;
    setImmediate(serve);
  }
  return promise;
}

/** Lets the first waiter enter, and in the same turn all that may share it. */
function serve(): void {
  const start = performance.now();
  const next = () => {
    queue.shift()?.enter();
    if (queue.length === 0) serving = false;
    // The work of the waiter that has entered runs before this microtask.
    else
      queueMicrotask(() => {
        const { shareMs = 0 } = queue[0] ?? {};
        if (performance.now() - start < shareMs) next();
        else setImmediate(serve);
      });
  };
  next();
}
