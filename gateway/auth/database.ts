import { TimeoutError, within } from "@dnstools/concurrency/abortable";
import type { KeyStore } from "./store/sql-store.ts";
import type { KeyTiming } from "./timing.ts";

/** What a question to the database is for. */
export const OPERATIONS = ["open", "lookup", "refresh", "touch"] as const;
export type Operation = (typeof OPERATIONS)[number];

export type DatabaseOptions = {
  /** Makes a store that is used for nothing yet. */
  readonly connect: () => KeyStore;
  readonly timing: Pick<KeyTiming, "deadlineMs" | "openMs" | "retryMs">;
  /** Called when the state changes, and once at the start. @param error why it is failing */
  readonly onState: (state: "ok" | "failing", error: unknown) => void;
  /** Called when a question has ended. @param error null where it was answered */
  readonly onQuery: (operation: Operation, elapsedMs: number, error: unknown) => void;
};

/**
 * A database that may be away: each question has its deadline, and while the database is failing none is put. Its connections are
 * thrown away when it fails, since a server that froze or a line that was cut leaves them hanging for minutes.
 *
 *     opening ────► ok         it was opened, and answered a question
 *     opening ────► failing    it could not be opened; or not within the deadline, and the attempt goes on
 *     ok      ────► opening    a question failed, as after a restart of the server; or another file is in its place
 *     ok      ────► failing    a question had no answer in time, or failed twice
 *     failing ────► opening    each `retryMs`, so that no request waits to find out whether the database is back
 */
export class Database {
  private readonly options: DatabaseOptions;
  private state: "opening" | "ok" | "failing" = "opening";
  private shown: "ok" | "failing" | null = null;
  private store: KeyStore;
  /** Whether the store could be opened. */
  private opened: Promise<boolean>;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private questions = 0;

  constructor(options: DatabaseOptions) {
    this.options = options;
    this.store = options.connect();
    this.opened = this.open(this.store);
  }

  /** Whether a question would be refused at once. */
  get failing(): boolean {
    return this.closed || this.state === "failing";
  }

  /** Questions under way. */
  get underWay(): number {
    return this.questions;
  }

  /** Puts a question; null where there is no answer in time. Never throws. */
  async ask<T>(operation: Operation, question: (store: KeyStore) => Promise<T>): Promise<T | null> {
    const end = performance.now() + this.options.timing.deadlineMs;
    // Twice, since a restart cuts all connections: the first question after it fails at once.
    for (const again of [false, true]) {
      if (this.state === "ok" && this.store.moved()) this.reopen();
      if (this.failing || !(await this.isOpen(end))) return null;
      const { store } = this;
      try {
        return await this.timed(operation, Math.max(1, end - performance.now()), () => question(store));
      } catch (error) {
        const timedOut = error instanceof TimeoutError;
        // A database that can be read and not written is good for checks.
        if (operation === "touch" && !timedOut) return null;
        this.fail(store, error, again || timedOut);
      }
    }
    return null;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await within(this.options.timing.deadlineMs, this.store.close()).catch(() => {});
  }

  private async isOpen(end: number): Promise<boolean> {
    if (this.state === "ok") return true;
    return await within(end - performance.now(), this.opened).catch(() => false);
  }

  /** Opens a store, and puts the question that is put all day: a database that takes connections may have nothing to say. */
  private async open(store: KeyStore): Promise<boolean> {
    const { deadlineMs, openMs } = this.options.timing;
    const late = setTimeout(() => {
      if (store === this.store) this.enter("failing", new TimeoutError("the database is slow to open"));
    }, deadlineMs);
    try {
      await this.timed("open", openMs, async () => {
        await store.prepare();
        await store.find(["-"]);
      });
      if (store === this.store) this.enter("ok", null);
      return true;
    } catch (error) {
      if (store === this.store) this.rest(error);
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  private reopen(): void {
    clearTimeout(this.retry);
    if (this.closed) return;
    discard(this.store);
    this.state = "opening";
    this.store = this.options.connect();
    this.opened = this.open(this.store);
  }

  /** Acts on a question that failed; not where the store has failed already. */
  private fail(store: KeyStore, error: unknown, isAway: boolean): void {
    if (store !== this.store || this.state !== "ok") return;
    if (isAway) this.rest(error);
    else this.reopen();
  }

  /** Asks the database nothing for a while; questions that wait for it fail at once. */
  private rest(error: unknown): void {
    this.enter("failing", error);
    discard(this.store);
    clearTimeout(this.retry);
    if (this.closed) return;
    this.retry = setTimeout(() => this.reopen(), this.options.timing.retryMs);
    this.retry.unref();
  }

  private enter(state: "ok" | "failing", error: unknown): void {
    if (this.closed) return;
    this.state = state;
    if (this.shown === state) return;
    this.shown = state;
    this.options.onState(state, error);
  }

  private async timed<T>(operation: Operation, timeoutMs: number, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    let failure: unknown = null;
    this.questions += 1;
    try {
      return await within(timeoutMs, work());
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.questions -= 1;
      this.options.onQuery(operation, performance.now() - start, failure);
    }
  }
}

/** Closes a store that is not used any more, however that goes. */
function discard(store: KeyStore): void {
  store.close().catch(() => {});
}
