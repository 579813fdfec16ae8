import { TimeoutError, within } from "@dnstools/concurrency/abortable";
import type { KeyStore } from "./store/sql-store.ts";
import type { KeyTiming } from "./timing.ts";

/** The purposes of a database query, used as labels in metrics. */
export const OPERATIONS = ["open", "lookup", "refresh", "touch"] as const;
export type Operation = (typeof OPERATIONS)[number];

export type DatabaseOptions = {
  /** Creates a store, which connects to the database when it is first used. */
  readonly connect: () => KeyStore;
  readonly timing: Pick<KeyTiming, "deadlineMs" | "openMs" | "retryMs">;
  /**
   * Called when the database's state changes, and once at the start.
   * @param error the cause of a failure; null if the state is ok
   */
  readonly onState: (state: "ok" | "failing", error: unknown) => void;
  /** Called when a query has finished. @param error null if the query succeeded */
  readonly onQuery: (operation: Operation, elapsedMs: number, error: unknown) => void;
};

/**
 * Protects the gateway from a database that is slow or unreachable. Every query has a deadline, and no query is sent while the
 * database is failing. After a failure all connections are discarded, because connections to a frozen or disconnected server
 * would hang for minutes.
 *
 *     opening ────► ok         the database was opened and answered a query
 *     opening ────► failing    opening failed, or exceeded the deadline (then the attempt continues in the background)
 *     ok      ────► opening    a query failed, as after a restart of the server; or the SQLite file was replaced
 *     ok      ────► failing    a query timed out, or failed twice
 *     failing ────► opening    after `retryMs`, in the background, so that no request waits for a database that is down
 */
export class Database {
  private readonly options: DatabaseOptions;
  private state: "opening" | "ok" | "failing" = "opening";
  private shown: "ok" | "failing" | null = null;
  private store: KeyStore;
  /** Resolves to true if the store could be opened. */
  private opened: Promise<boolean>;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;
  private questions = 0;

  constructor(options: DatabaseOptions) {
    this.options = options;
    this.store = options.connect();
    this.opened = this.open(this.store);
  }

  /** True while the database is known to be failing, so that `ask` returns null at once. */
  get failing(): boolean {
    return this.closed || this.state === "failing";
  }

  /** Number of queries in flight. */
  get underWay(): number {
    return this.questions;
  }

  /** Runs a query and returns its result, or null if the query fails or exceeds its deadline. Never throws. */
  async ask<T>(operation: Operation, question: (store: KeyStore) => Promise<T>): Promise<T | null> {
    const end = performance.now() + this.options.timing.deadlineMs;
    // A failed query is retried once, because a restart of the server closes all connections and the first query after
    // the restart fails.
    for (const again of [false, true]) {
      if (this.state === "ok" && this.store.moved()) this.reopen();
      if (this.failing || !(await this.isOpen(end))) return null;
      const { store } = this;
      try {
        return await this.timed(operation, Math.max(1, end - performance.now()), () => question(store));
      } catch (error) {
        const timedOut = error instanceof TimeoutError;
        // After a failed write, the database stays in use: a read-only database can still serve key checks.
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

  /** Opens a store and runs a typical query, because a database that accepts connections may still not answer queries. */
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

  /**
   * Reacts to a failed query: pauses the use of the database if it is unreachable, otherwise opens it again. Does
   * nothing if the store of the query was already discarded.
   */
  private fail(store: KeyStore, error: unknown, isAway: boolean): void {
    if (store !== this.store || this.state !== "ok") return;
    if (isAway) this.rest(error);
    else this.reopen();
  }

  /** Stops using the database until the next retry. Queries in flight fail at once. */
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

/** Closes a store and ignores errors. */
function discard(store: KeyStore): void {
  store.close().catch(() => {});
}
