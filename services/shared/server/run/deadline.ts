export class Overrun extends Error {
  override message = "the tool has run past its deadline";
}

/** Milliseconds beyond its deadline after which a tool that has not settled is our mistake. */
const OVERRUN_MS = 500;

/** Does work whose signal fires at its deadline. @throws Overrun where it has not settled a moment later. */
export async function withinDeadline<T>(
  deadlineMs: number,
  end: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise: overrun, reject } = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    end.abort();
    timer = setTimeout(() => reject(new Overrun()), OVERRUN_MS);
  }, deadlineMs);
  try {
    return await Promise.race([work(end.signal), overrun]);
  } finally {
    clearTimeout(timer);
  }
}
