/** The time was up. */
export class TooLate extends Error {
  override readonly name = "TooLate";
}

/** What a promise comes to within some milliseconds. @throws TooLate; what comes after that is nobody's concern. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooLate(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
