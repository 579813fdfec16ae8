import { timingSafeEqual } from "node:crypto";
import type { Log } from "@dnstools/server/log";
import type { CacheMetrics } from "@dnstools/server/metrics/cache-metrics";
import type { MetricMakers } from "@dnstools/server/metrics/metrics";
import { createCounts } from "./counts.ts";
import { createEntries, type Entry } from "./entries.ts";
import { hashOf, idOf, isKey, KEY_LENGTH } from "./key.ts";
import { openLink } from "./link.ts";
import { createLookups } from "./lookups.ts";
import { reasonOf } from "./reason.ts";
import { openStore, type Place } from "./store/open.ts";
import { KEY_TIMING, type KeyTiming } from "./timing.ts";
import { createUses } from "./uses.ts";
import {
  type AuthResult,
  EXPIRED,
  type KeyVerdict,
  MALFORMED,
  REVOKED,
  UNAVAILABLE,
  UNKNOWN,
} from "./verdict.ts";
import { within } from "./within.ts";

export type { KeyVerdict } from "./verdict.ts";

export type KeysOptions = Place & {
  /** Seconds that a key which was seen goes on working while the database is out of reach. */
  readonly graceS: number;
  readonly log: Log;
  readonly make: MetricMakers;
  readonly cache: CacheMetrics;
  /** Told when the database's state changes, and once at the start. */
  readonly onState: (state: "ok" | "failing") => void;
  readonly timing?: Partial<KeyTiming>;
};

/** The keys there are, for a gateway to check. */
export type Keys = {
  /** What a key is worth; at once, but for one that must be looked up. Never throws, waits for a second at most. */
  readonly check: (text: string) => KeyVerdict | Promise<KeyVerdict>;
  /** Notes a request without a key. */
  readonly anonymous: () => void;
  /** Writes down what is not yet, and ends the connections. */
  readonly close: () => Promise<void>;
};

/** Of the deadline of a question, the part in which it waits for other processes' transactions on SQLite. */
const BUSY_SHARE = 0.5;

/** Milliseconds to write down what was used last, at the end. */
const CLOSE_MS = 2000;

/** Opens the keys. The database need not be there yet. */
export function openKeys(options: KeysOptions): Keys {
  const timing = { ...KEY_TIMING, ...options.timing };
  const { log } = options;
  const graceMs = options.graceS * 1000;
  const counts = createCounts(options.make);
  const entries = createEntries(timing);
  const held = {
    entries: () => entries.size().keys + entries.size().absent,
    evicted: entries.evicted,
  };
  const wanted = options.cache("keys", ["hit", "miss", "negative", "stale"], held);
  const uses = createUses(timing.keysMax);
  let failed = false;
  const link = openLink({
    open: () => openStore(options, { busyMs: timing.deadlineMs * BUSY_SHARE, connectMs: timing.openMs }),
    timing,
    onQuery(operation, elapsedMs, error) {
      counts.query(operation, elapsedMs, error !== null);
      if (error !== null) log.debug("keys: a question failed", { operation, error: reasonOf(error) });
    },
    onState(state, error) {
      options.onState(state);
      if (state === "failing") log.warn("keys: the database does not answer", { error: reasonOf(error) });
      else if (failed) log.info("keys: the database answers again");
      failed = state === "failing";
    },
  });
  counts.underWay(link.underWay);
  const lookups = createLookups({
    ask: (ids) => link.ask("lookup", (store) => store.find(ids)),
    keep: entries.keep,
    timing,
  });

  const judge = (entry: Entry, text: string): KeyVerdict => {
    if (!timingSafeEqual(entry.hash, hashOf(text))) return isKey(text) ? UNKNOWN : MALFORMED;
    if (entry.revoked) return REVOKED;
    const now = Date.now();
    if (entry.expires <= now) return EXPIRED;
    uses.note(entry, now);
    return entry.valid;
  };

  /** The verdict on a key that could not be read again: as before, for so long. */
  const judgeOld = (entry: Entry | undefined, text: string): KeyVerdict => {
    if (entry === undefined) return UNAVAILABLE;
    const verdict = judge(entry, text);
    const old = performance.now() - entry.readAt > graceMs;
    return verdict.status === "valid" && old ? UNAVAILABLE : verdict;
  };

  const lookUp = async (id: string, text: string, known: boolean): Promise<KeyVerdict> => {
    const found = await lookups.lookUp(id, known);
    const entry = entries.get(id);
    wanted(!found && entry !== undefined ? "stale" : "miss");
    if (!found) return count(judgeOld(entry, text));
    return count(entry === undefined ? UNKNOWN : judge(entry, text));
  };

  const count = (verdict: KeyVerdict): KeyVerdict => {
    counts.attempt(resultOf(verdict));
    return verdict;
  };

  const refresh = async () => {
    const ids = uses.takeServed().map((entry) => entry.id);
    for (const some of chunks(ids, timing.batchMax)) {
      if (link.failing()) break;
      const askedAt = performance.now();
      const found = await link.ask("refresh", (store) => store.find(some));
      if (found !== null) entries.keep(some, found, askedAt);
    }
    await writeUses();
  };

  const writeUses = async () => {
    for (const [at, ids] of uses.takeUnwritten()) {
      for (const some of chunks(ids, timing.batchMax)) {
        const done = await link.ask("touch", (store) => store.touch(some, at).then(() => true));
        if (done === null) uses.putBack(some, at);
      }
    }
  };

  let refreshing: Promise<void> | null = null;
  const timer = setInterval(() => {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
  }, timing.refreshMs);
  timer.unref();

  return {
    check(text) {
      const id = text.length === KEY_LENGTH ? idOf(text) : "";
      const entry = entries.get(id);
      const now = performance.now();
      if (entry !== undefined && now - entry.readAt <= timing.freshMs) {
        wanted("hit");
        return count(judge(entry, text));
      }
      if (!isKey(text)) return count(MALFORMED);
      if (entry === undefined && entries.isAbsent(id, now)) {
        wanted("negative");
        return count(UNKNOWN);
      }
      if (link.failing()) {
        wanted(entry === undefined ? "miss" : "stale");
        return count(judgeOld(entry, text));
      }
      return lookUp(id, text, entry !== undefined);
    },
    anonymous: () => counts.attempt("anonymous"),
    async close() {
      clearInterval(timer);
      await within(CLOSE_MS, Promise.resolve(refreshing).then(writeUses)).catch(() => {});
      await link.close();
    },
  };
}

function resultOf(verdict: KeyVerdict): AuthResult {
  if (verdict.status === "valid") return "ok";
  if (verdict.status === "unavailable") return "unavailable";
  return RESULTS[verdict.code];
}

const RESULTS = {
  key_malformed: "malformed",
  key_unknown: "unknown",
  key_expired: "expired",
  key_revoked: "revoked",
} as const satisfies Record<string, AuthResult>;

function* chunks(ids: readonly string[], size: number): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
