/**
 * Calls a listener when a signal fires, or immediately if the signal has already fired.
 * @returns a function that removes the listener, to be called when the work that the signal could cancel is finished.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  // Without `once`, which would triple the time, because a signal fires only once anyway.
  signal.addEventListener("abort", listener);
  return () => signal.removeEventListener("abort", listener);
}

/**
 * Waits for work that other callers share. The signal ends only the waiting, not the work.
 * @returns the result of the work, or null if the signal fires first; rejects if the work rejects.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const stop = onAbort(signal, () => resolve(null));
  work.then(resolve, reject).finally(stop);
  return promise;
}

/**
 * Waits for the given number of milliseconds.
 * @returns false if the signal fires first.
 */
export function delay(ms: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  const stop = onAbort(signal, () => resolve(false));
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

/** Thrown if work exceeds its timeout. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Waits for work, at most for a timeout in milliseconds. The work itself continues after the timeout.
 * @throws TimeoutError if the timeout ends first.
 */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
