/** Thrown if a tool did not stop at its deadline. */
export class Overrun extends Error {
  override message = "the tool has run past its deadline";
}

/** Milliseconds after a tool's deadline at which a tool that has not settled is treated as an internal error. */
const OVERRUN_MS = 500;

/**
 * Runs work with a signal that fires at the deadline of the work.
 * @throws Overrun if the work has not settled OVERRUN_MS later.
 */
export function withinDeadline<T>(
  deadlineMs: number,
  end: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const working = work(end.signal);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let timer = setTimeout(() => {
    end.abort();
    timer = setTimeout(() => reject(new Overrun()), OVERRUN_MS);
  }, deadlineMs);
  working.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
