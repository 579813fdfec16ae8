import type { Span } from "./span.ts";

/** Settings and callbacks of a span queue. */
export type QueueOptions = {
  /**
   * Sends a batch of spans. Must settle within a limited time. Throws a SendError with `again` set if a retry may
   * succeed.
   */
  readonly send: (spans: readonly Span[]) => Promise<void>;
  /** Maximum number of waiting spans; further spans are dropped and counted. */
  readonly queueMax: number;
  /** Maximum milliseconds that a span waits until it is sent together with others. */
  readonly delayMs: number;
  readonly counts: { exported: number; dropped: number; failed: number };
  /** Called with an error when sending begins to fail, and with null when it works again. */
  readonly onState: (error: Error | null) => void;
};

/** Maximum number of spans in a batch. */
const BATCH = 512;
/** Maximum number of attempts to send a batch. */
const TRIES = 3;
/** Maximum milliseconds for which `close` waits. */
const CLOSE_MS = 2000;

/** An error while sending spans; `again` is true if a retry may succeed. */
export class SendError extends Error {
  readonly again: boolean;
  constructor(message: string, again: boolean, options?: ErrorOptions) {
    super(message, options);
    this.again = again;
  }
}

/**
 * A bounded queue of spans to export. The queue sends one batch at a time, and adding a span never waits.
 *
 *     add ──► waiting ──► batch ──► sent, counted as exported
 *                │          └─► failed: sent again up to three times, then counted as failed
 *                └─► queue full: counted as dropped
 */
export class SpanQueue {
  private readonly options: QueueOptions;
  private readonly waiting: Span[] = [];
  /** The batch that is being sent or waits to be sent again. */
  private batch: readonly Span[] = [];
  private tries = 0;
  private sending: Promise<void> | null = null;
  private timer: Timer | null = null;
  private failing = false;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Number of spans that have not been sent yet. */
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

  /** Sends the remaining spans, for at most CLOSE_MS milliseconds. */
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
    // A full batch is sent at once. A failed batch, like a batch that is not full, is sent after a delay.
    if (this.batch.length === 0 && this.waiting.length >= BATCH) this.sendNow();
    else this.timer ??= setTimeout(() => this.sendNow(), this.options.delayMs);
  }

  /** Starts to send a batch unless one is already being sent. Further batches follow automatically. */
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

  /** Reports when sending begins to fail or works again. */
  private note(error: Error | null): void {
    if (this.failing === (error !== null)) return;
    this.failing = error !== null;
    this.options.onState(error);
  }
}
