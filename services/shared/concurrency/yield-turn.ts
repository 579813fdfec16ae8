import { onAbort } from "./abortable.ts";

const queue: (() => void)[] = [];
let serving = false;

/**
 * Waits for a turn of the event loop that no other computation has: work that takes milliseconds waits for it before it begins, so
 * that a crowd of such work lets packets and timers through in between. A queue of turns, and no semaphore: nothing is held.
 * @returns false where the signal fires before.
 */
export function yieldTurn(signal: AbortSignal): Promise<boolean> {
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
}

function serve(): void {
  queue.shift()?.();
  if (queue.length > 0) setImmediate(serve);
  else serving = false;
}
