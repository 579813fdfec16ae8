const line: (() => void)[] = [];
let going = false;

/**
 * Resolves when it is one's turn: one at each round of the event loop. Whoever has milliseconds of work to do waits for
 * it, so that a crowd of such work lets questions and answers of others through between.
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  line.push(resolve);
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
