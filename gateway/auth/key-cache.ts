import { Cache } from "@dnstools/concurrency/cache";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { Database } from "./database.ts";
import type { Credential } from "./store/store.ts";
import type { KeyTiming } from "./timing.ts";
import type { KeyVerdict } from "./verdict.ts";

/** A key as it was when it was read. */
export type CachedKey = Credential & {
  /** The verdict on a request with it. */
  readonly valid: KeyVerdict;
  /** When it was read: milliseconds of performance.now(). */
  readonly readAt: number;
  /** The minute of its use that was noted last. */
  noted: number;
};

const NEVER = new AbortController().signal;

/**
 * Keys that were read lately, and ids of which there is none. A key that cannot be read again stays as it was: how long it may serve is
 * for the caller to decide.
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
    // Without an end: only want of room ends an entry.
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

  /** Whether there was no such key a moment ago. */
  isAbsent(id: string): boolean {
    return this.absent.get(id) === true;
  }

  /** Reads a key again in the background, where it is not being read. */
  refresh(id: string): void {
    if (!this.database.failing && !this.reads.has(id))
      void this.reads.join(id, () => this.readInTurn(id, "refresh"));
  }

  /** Reads a key, by one question for all calls that wait for it. @returns false where that failed. */
  async read(id: string): Promise<boolean> {
    return (await this.reads.join(id, () => this.readInTurn(id, "lookup"))) === true;
  }

  /**
   * Keys that are here take turns with those that are not, and only so many wait: neither a crowd after an outage nor an attacker with a
   * million well-formed keys is more than a few questions at once.
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
    const known = this.keys.get(id);
    const valid = known?.valid ?? Object.freeze({ status: "valid" as const, id });
    this.keys.set(id, { ...found, valid, readAt, noted: known?.noted ?? 0 });
  }
}
