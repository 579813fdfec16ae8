import type { Span } from "./span.ts";

export type QueueOptions = {
  /** Sends a batch within a time of its own; throws, with `again` in the error where trying again may help. */
  readonly send: (spans: readonly Span[]) => Promise<void>;
  /** Spans that wait at most; what comes then is dropped, and counted. */
  readonly queueMax: number;
  /** Milliseconds that a span waits at most, so that others go with it. */
  readonly delayMs: number;
  readonly counts: { exported: number; dropped: number; failed: number };
  /** Hears when sending fails and, with null, when it goes again. */
  readonly onState: (error: Error | null) => void;
};

/** Spans sent at once. */
const BATCH = 512;
/** How often a batch is sent in all, where that may help. */
const TRIES = 3;
/** Milliseconds that the end of the process waits. */
const CLOSE_MS = 2000;

/** An error of sending; `again` where the same may go well later. */
export class SendError extends Error {
  readonly again: boolean;
  constructor(message: string, again: boolean, options?: ErrorOptions) {
    super(message, options);
    this.again = again;
  }
}

/** Spans on their way out: bounded, one batch at a time, and nobody ever waits for it. */
export function createSpanQueue({ send, queueMax, delayMs, counts, onState }: QueueOptions) {
  const waiting: Span[] = [];
  let batch: readonly Span[] = [];
  let tries = 0;
  let sending: Promise<void> | null = null;
  let timer: Timer | null = null;
  let failing = false;

  function state(error: Error | null): void {
    if (failing === (error !== null)) return;
    failing = error !== null;
    onState(error);
  }

  async function sendOne(): Promise<void> {
    if (batch.length === 0) batch = waiting.splice(0, BATCH);
    if (batch.length === 0) return;
    tries += 1;
    try {
      await send(batch);
      counts.exported += batch.length;
      state(null);
    } catch (error) {
      state(error as Error);
      if (error instanceof SendError && error.again && tries < TRIES) return;
      counts.failed += batch.length;
    }
    batch = [];
    tries = 0;
  }

  /** Sends now, unless something is being sent; then again soon, where more waits. */
  function next(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    sending ??= sendOne().finally(() => {
      sending = null;
      plan();
    });
  }

  function plan(): void {
    if (sending !== null || batch.length + waiting.length === 0) return;
    // A batch that failed waits as long as one that is not full.
    if (batch.length === 0 && waiting.length >= BATCH) next();
    else timer ??= setTimeout(next, delayMs);
  }

  return {
    add(span: Span): void {
      if (batch.length + waiting.length >= queueMax) {
        counts.dropped += 1;
        return;
      }
      waiting.push(span);
      if (timer === null || waiting.length === BATCH) plan();
    },
    async close(): Promise<void> {
      const end = performance.now() + CLOSE_MS;
      while (batch.length + waiting.length > 0 && performance.now() < end) {
        next();
        await Promise.race([sending, Bun.sleep(end - performance.now())]);
        if (failing) return;
      }
    },
  };
}
