import { onAbort } from "./abortable.ts";

const queue: (() => void)[] = [];
let serving = false;

/**
 * Waits for a turn of the event loop that no other computation uses. Work that takes milliseconds calls this function
 * before it starts, so that packets and timers are handled between two pieces of work. The caller holds nothing and
 * need not release anything.
 * @returns false if the signal fires first.
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
