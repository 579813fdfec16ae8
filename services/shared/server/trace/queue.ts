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

/**
 * Spans on their way out: bounded, one batch at a time, and nobody ever waits for it.
 *
 *     add ──► waiting ──► batch ──► sent, counted as exported
 *                │          └─► failed: sent again up to three times, then counted as failed
 *                └─► too many: counted as dropped
 */
export class SpanQueue {
  private readonly options: QueueOptions;
  private readonly waiting: Span[] = [];
  /** What is being sent, or is to be sent again. */
  private batch: readonly Span[] = [];
  private tries = 0;
  private sending: Promise<void> | null = null;
  private timer: Timer | null = null;
  private failing = false;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Spans that are not sent yet. */
  get length(): number {
    return this.batch.length + this.waiting.length;
  }

  add(span: Span): void {
    if (this.length >= this.options.queueMax) {
      this.options.counts.dropped += 1;
      return;
    }
    this.waiting.push(span);
    if (this.timer === null || this.waiting.length === BATCH) this.plan();
  }

  /** Sends what is left, in a bounded time. */
  async close(): Promise<void> {
    const end = performance.now() + CLOSE_MS;
    while (this.length > 0 && performance.now() < end) {
      this.sendNow();
      await Promise.race([this.sending, Bun.sleep(end - performance.now())]);
      if (this.failing) return;
    }
  }

  private plan(): void {
    if (this.sending !== null || this.length === 0) return;
    // A batch that failed waits as long as one that is not full.
    if (this.batch.length === 0 && this.waiting.length >= BATCH) this.sendNow();
    else this.timer ??= setTimeout(() => this.sendNow(), this.options.delayMs);
  }

  /** Sends now, unless something is being sent; then again soon, where more waits. */
  private sendNow(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.sending ??= this.sendBatch().finally(() => {
      this.sending = null;
      this.plan();
    });
  }

  private async sendBatch(): Promise<void> {
    const { send, counts } = this.options;
    if (this.batch.length === 0) this.batch = this.waiting.splice(0, BATCH);
    if (this.batch.length === 0) return;
    this.tries += 1;
    try {
      await send(this.batch);
      counts.exported += this.batch.length;
      this.note(null);
    } catch (error) {
      this.note(error as Error);
      if (error instanceof SendError && error.again && this.tries < TRIES) return;
      counts.failed += this.batch.length;
    }
    this.batch = [];
    this.tries = 0;
  }

  /** Tells of a change between failing and not failing. */
  private note(error: Error | null): void {
    if (this.failing === (error !== null)) return;
    this.failing = error !== null;
    this.options.onState(error);
  }
}
