const ends = new WeakMap<Request, Promise<void>>();

/** Says that a request whose answer has begun ends with some work: its body is still being made. @param end must not reject. */
export function endsLater(request: Request, end: Promise<void>): void {
  ends.set(request, end);
}

/** The end of a request's work; null where it ended with its answer. */
export function laterEnd(request: Request): Promise<void> | null {
  return ends.get(request) ?? null;
}
