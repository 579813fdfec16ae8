const line: (() => void)[] = [];
let going = false;

/**
 * Waits for one's turn: one at each round of the event loop. Whoever has milliseconds of work to do waits for it, so that
 * a crowd of such work lets questions and answers of others through between. False when the signal fires before.
 */
export function ownTurn(signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  if (signal.aborted) {
    resolve(false);
    return promise;
  }
  const enter = () => {
    signal.removeEventListener("abort", late);
    resolve(true);
  };
  const late = () => {
    line.splice(line.indexOf(enter), 1);
    resolve(false);
  };
  signal.addEventListener("abort", late, { once: true });
  line.push(enter);
  if (!going) {
    going = true;
    setImmediate(step);
  }
  return promise;
}

function step(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(step);
  else going = false;
}
