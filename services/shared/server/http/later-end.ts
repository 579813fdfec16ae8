const ends = new WeakMap<Request, Promise<void>>();

/**
 * Marks a request as unfinished until its streamed body is complete.
 * @param end resolves when the work for the request has ended; must not reject.
 */
export function endsLater(request: Request, end: Promise<void>): void {
  ends.set(request, end);
}

/** Returns a promise of the end of a request's work; null if the work ended with the response. */
export function laterEnd(request: Request): Promise<void> | null {
  return ends.get(request) ?? null;
}
