/** What others wait for too, or null when the signal fires before. @param work must not fail. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const late = () => resolve(null);
  if (signal.aborted) late();
  else signal.addEventListener("abort", late, { once: true });
  void work.then(resolve).finally(() => signal.removeEventListener("abort", late));
  return promise;
}
