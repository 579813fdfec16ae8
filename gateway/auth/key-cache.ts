import { Cache } from "@dnstools/concurrency/cache";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { Database } from "./database.ts";
import type { Credential } from "./store/store.ts";
import type { KeyTiming } from "./timing.ts";
import type { KeyVerdict } from "./verdict.ts";

/** A key as last read from the database. */
export type CachedKey = Credential & {
  /** The verdict that is returned if the key is valid. */
  readonly valid: KeyVerdict;
  /** When the key was last read from the database, in milliseconds of performance.now(). */
  readonly readAt: number;
  /** The minute of the key's last recorded use, in milliseconds since 1970. */
  noted: number;
};

const NEVER = new AbortController().signal;

/**
 * Caches recently read keys and ids that do not exist. If a key cannot be read again, its old entry stays in the
 * cache; the caller decides by `readAt` how long to trust the entry.
 */
export class KeyCache {
  private readonly database: Database;
  private readonly timing: KeyTiming;
  private readonly keys: Cache<string, CachedKey>;
  private readonly absent: Cache<string, true>;
  private readonly reads = new SingleFlight<string, boolean>();
  private readonly turns: FairSemaphore;

  constructor(database: Database, timing: KeyTiming) {
    this.database = database;
    this.timing = timing;
    // Cached keys do not expire. They are only evicted when the cache is full.
    this.keys = new Cache({ max: timing.keysMax, ttlMs: 0 });
    this.absent = new Cache({ max: timing.absentMax, ttlMs: timing.absentMs });
    const { readsMax, waitingMax } = timing;
    this.turns = new FairSemaphore({
      capacity: readsMax,
      perCaller: 0,
      perTarget: 0,
      waitingMax: () => waitingMax,
    });
  }

  get size(): number {
    return this.keys.size + this.absent.size;
  }

  get evicted(): number {
    return this.keys.evicted + this.absent.evicted;
  }

  get(id: string): CachedKey | undefined {
    return this.keys.get(id);
  }

  /** True if a recent query found no key with this id. */
  isAbsent(id: string): boolean {
    return this.absent.get(id) === true;
  }

  /** Reads a key again in the background, unless a read is already in flight. */
  refresh(id: string): void {
    if (!this.database.failing && !this.reads.has(id))
      void this.reads.join(id, () => this.readInTurn(id, "refresh"));
  }

  /** Reads a key into the cache; concurrent calls share one query. @returns false if the query failed */
  async read(id: string): Promise<boolean> {
    return (await this.reads.join(id, () => this.readInTurn(id, "lookup"))) === true;
  }

  /**
   * Reads a key when it is its turn. Concurrent queries are limited, and turns alternate between cached and unknown
   * keys. Therefore neither a rush of callers after an outage nor an attacker with a million well-formed keys causes
   * more than a few queries at a time.
   */
  private async readInTurn(id: string, operation: "lookup" | "refresh"): Promise<boolean> {
    const caller = this.keys.get(id) === undefined ? "new" : "known";
    const entrant = { caller, target: "", weight: 1, waitMs: this.timing.deadlineMs };
    if ((await this.turns.enter(entrant, NEVER)) !== "inside") return false;
    try {
      const readAt = performance.now();
      const found = await this.database.ask(operation, (store) => store.find([id]));
      if (found !== null) this.keep(id, found[0], readAt);
      return found !== null;
    } finally {
      this.turns.leave(entrant);
    }
  }

  private keep(id: string, found: Credential | undefined, readAt: number): void {
    if (found === undefined) {
      this.keys.delete(id);
      this.absent.set(id, true);
      return;
    }
    const cached = this.keys.get(id);
    const valid = cached?.valid ?? Object.freeze({ status: "valid" as const, id });
    this.keys.set(id, { ...found, valid, readAt, noted: cached?.noted ?? 0 });
  }
}
