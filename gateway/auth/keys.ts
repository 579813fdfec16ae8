import { timingSafeEqual } from "node:crypto";
import { within } from "@dnstools/concurrency/abortable";
import type { Log } from "@dnstools/server/log";
import type { CacheMetrics } from "@dnstools/server/metrics/metrics";
import type { Registry } from "prom-client";
import { Database } from "./database.ts";
import { errorText } from "./error-text.ts";
import { hashOf, idOf, isKey, KEY_LENGTH } from "./key.ts";
import { type CachedKey, KeyCache } from "./key-cache.ts";
import { createKeyMetrics, type KeyMetrics } from "./key-metrics.ts";
import { LastUsed } from "./last-used.ts";
import { type DatabaseLocation, openStore } from "./store/open-store.ts";
import { KEY_TIMING, type KeyTiming } from "./timing.ts";
import { EXPIRED, type KeyVerdict, MALFORMED, REVOKED, resultOf, UNAVAILABLE, UNKNOWN } from "./verdict.ts";

export type { KeyVerdict } from "./verdict.ts";

/** Options of the API key check. */
export type KeysOptions = DatabaseLocation & {
  /**
   * Grace period in seconds: the time for which a cached valid key is still accepted while the database is
   * unreachable.
   */
  readonly graceS: number;
  readonly log: Log;
  readonly registry: Registry;
  readonly cache: CacheMetrics;
  /** Called when the state of the database changes, and once at the start. */
  readonly onState: (state: "ok" | "failing") => void;
  readonly timing?: Partial<KeyTiming>;
};

/** Share of a query's deadline for which the query may wait for SQLite transactions of other processes. */
const BUSY_SHARE = 0.5;
/** Maximum time in milliseconds that a stopping gateway spends on writing when keys were last used. */
const CLOSE_MS = 2000;

/** Checks API keys for the gateway. The database need not be reachable when the gateway starts. */
export class Keys {
  private readonly graceMs: number;
  private readonly timing: KeyTiming;
  private readonly metrics: KeyMetrics;
  private readonly database: Database;
  private readonly cached: KeyCache;
  private readonly countCache: (result: "hit" | "miss" | "negative" | "stale") => void;
  private readonly lastUsed: LastUsed;
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> | null = null;

  constructor(options: KeysOptions) {
    const timing = { ...KEY_TIMING, ...options.timing };
    this.timing = timing;
    this.graceMs = options.graceS * 1000;
    this.database = openDatabase(options, timing, (...query) => this.metrics.query(...query));
    this.metrics = createKeyMetrics(options.registry, () => this.database.underWay);
    this.cached = new KeyCache(this.database, timing);
    this.countCache = options.cache("keys", ["hit", "miss", "negative", "stale"], {
      entries: () => this.cached.size,
      evicted: () => this.cached.evicted,
    });
    this.lastUsed = new LastUsed(timing.keysMax);
    this.timer = setInterval(() => void this.writeLastUsed(), timing.refreshMs);
    this.timer.unref();
  }

  /**
   * Checks a key. The result is synchronous if the key is cached. Never throws, and waits at most a second for the
   * database.
   */
  check(text: string): KeyVerdict | Promise<KeyVerdict> {
    const id = text.length === KEY_LENGTH ? idOf(text) : "";
    const key = this.cached.get(id);
    const ageMs = key === undefined ? Number.POSITIVE_INFINITY : performance.now() - key.readAt;
    if (key !== undefined && ageMs <= this.timing.freshMs) {
      if (ageMs > this.timing.refreshMs) this.cached.refresh(id);
      this.countCache("hit");
      return this.count(this.judge(key, text));
    }
    if (!isKey(text)) return this.count(MALFORMED);
    if (key === undefined && this.cached.isAbsent(id)) {
      this.countCache("negative");
      return this.count(UNKNOWN);
    }
    return this.database.failing ? this.judgeUnread(key, text) : this.lookUp(id, text);
  }

  /** Counts a request without a key. */
  anonymous(): void {
    this.metrics.attempt("anonymous");
  }

  /** Writes the collected uses of keys to the database, and closes the connections. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const written = Promise.resolve(this.writing).then(() => this.writeLastUsed());
    await within(CLOSE_MS, written).catch(() => {});
    await this.database.close();
  }

  private async lookUp(id: string, text: string): Promise<KeyVerdict> {
    const isRead = await this.cached.read(id);
    const key = this.cached.get(id);
    if (!isRead) return this.judgeUnread(key, text);
    this.countCache("miss");
    return this.count(key === undefined ? UNKNOWN : this.judge(key, text));
  }

  private judge(key: CachedKey, text: string): KeyVerdict {
    if (!timingSafeEqual(key.hash, hashOf(text))) return isKey(text) ? UNKNOWN : MALFORMED;
    if (key.revoked) return REVOKED;
    const now = Date.now();
    if (key.expires !== null && key.expires <= now) return EXPIRED;
    this.lastUsed.note(key, now);
    return key.valid;
  }

  /**
   * Returns the verdict on a key that cannot be read from the database now. During the grace period, the verdict on
   * the cached key still applies.
   */
  private judgeUnread(key: CachedKey | undefined, text: string): KeyVerdict {
    this.countCache(key === undefined ? "miss" : "stale");
    if (key === undefined) return this.count(UNAVAILABLE);
    const verdict = this.judge(key, text);
    const isOver = performance.now() - key.readAt > this.graceMs;
    return this.count(verdict.status === "valid" && isOver ? UNAVAILABLE : verdict);
  }

  private count(verdict: KeyVerdict): KeyVerdict {
    this.metrics.attempt(resultOf(verdict));
    return verdict;
  }

  private writeLastUsed(): Promise<void> {
    const touch = (ids: readonly string[], at: number) =>
      this.database.ask("touch", (store) => store.touch(ids, at).then(() => true));
    this.writing ??= this.lastUsed
      .flush(this.timing.batchMax, async (ids, at) => (await touch(ids, at)) === true)
      .finally(() => {
        this.writing = null;
      });
    return this.writing;
  }
}

function openDatabase(options: KeysOptions, timing: KeyTiming, onQuery: KeyMetrics["query"]): Database {
  const { log } = options;
  let failed = false;
  return new Database({
    connect: () => openStore(options, { busyMs: timing.deadlineMs * BUSY_SHARE, connectMs: timing.openMs }),
    timing,
    onQuery(operation, elapsedMs, error) {
      onQuery(operation, elapsedMs, error !== null);
      if (error !== null) log.debug("keys: a database query failed", { operation, error: errorText(error) });
    },
    onState(state, error) {
      options.onState(state);
      if (state === "failing") log.warn("keys: the database does not answer", { error: errorText(error) });
      else if (failed) log.info("keys: the database answers again");
      failed = state === "failing";
    },
  });
}
