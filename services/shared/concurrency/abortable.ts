/**
 * Calls a listener when a signal fires, or at once where it has fired.
 * @returns ends the listening; to be called when the work that the signal could end is over.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/**
 * Waits for work that is shared with others, which the signal does not end.
 * @returns the result, or null where the signal fires before; rejects as the work does.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const stop = onAbort(signal, () => resolve(null));
  work.then(resolve, reject).finally(stop);
  return promise;
}

/** Waits for some milliseconds. @returns false where the signal fires before. */
export function delay(ms: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  const stop = onAbort(signal, () => resolve(false));
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

/** Work was not done in time. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** Waits for work no longer than some milliseconds; the work itself goes on. @throws TimeoutError */
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
