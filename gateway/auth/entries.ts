import type { Credential } from "./store/store.ts";
import type { KeyVerdict } from "./verdict.ts";

/** A key that is there, as it was when it was read. */
export type Entry = {
  readonly id: string;
  readonly valid: KeyVerdict;
  hash: Uint8Array;
  /** Milliseconds since 1970; Infinity for never. */
  expires: number;
  revoked: boolean;
  /** When the question was asked that it is known from: milliseconds of performance.now(). */
  readAt: number;
  /** Whether it was served since keys in use were read again last. */
  used: boolean;
  /** The minute, since 1970, of its use that was noted last. */
  minute: number;
};

export type EntriesOptions = {
  readonly keysMax: number;
  readonly absentMax: number;
  readonly absentMs: number;
};

/** What was read lately: the keys there are, and ids for which there is none. Both bounded. */
export type Entries = {
  readonly get: (id: string) => Entry | undefined;
  readonly isAbsent: (id: string, now: number) => boolean;
  /** Keeps what a question about some ids found. @param askedAt when it was asked. */
  readonly keep: (ids: readonly string[], found: readonly Credential[], askedAt: number) => void;
  readonly size: () => { readonly keys: number; readonly absent: number };
  /** How many had to go for want of room. */
  readonly evicted: () => number;
};

/** Keys in use that are passed over, at most, for one that is not, when one must go. */
const PASSED_MAX = 8;

export function createEntries({ keysMax, absentMax, absentMs }: EntriesOptions): Entries {
  const keys = new Map<string, Entry>();
  const absent = new Map<string, number>();
  let evicted = 0;

  const put = (row: Credential, askedAt: number) => {
    const expires = row.expires ?? Number.POSITIVE_INFINITY;
    const known = keys.get(row.id);
    if (known !== undefined) {
      // Answers may overtake each other: what was asked for later is what holds.
      if (known.readAt <= askedAt)
        Object.assign(known, { hash: row.hash, expires, revoked: row.revoked, readAt: askedAt });
      return;
    }
    const valid = Object.freeze({ status: "valid" as const, id: row.id });
    const fresh = { id: row.id, hash: row.hash, expires, revoked: row.revoked, readAt: askedAt };
    keys.set(row.id, { ...fresh, valid, used: false, minute: 0 });
    if (keys.size <= keysMax) return;
    evict(keys);
    evicted += 1;
  };

  return {
    get: (id) => keys.get(id),
    isAbsent: (id, now) => (absent.get(id) ?? 0) > now,
    keep(ids, found, askedAt) {
      for (const row of found) put(row, askedAt);
      if (found.length === ids.length) return;
      const there = new Set(found.map(({ id }) => id));
      for (const id of ids) {
        if (there.has(id)) continue;
        keys.delete(id);
        absent.delete(id);
        absent.set(id, askedAt + absentMs);
        const [oldest] = absent.keys();
        if (absent.size > absentMax && oldest !== undefined) {
          absent.delete(oldest);
          evicted += 1;
        }
      }
    },
    evicted: () => evicted,
    size: () => ({ keys: keys.size, absent: absent.size }),
  };
}

/** Lets the oldest go that was not used lately; of keys in use, the oldest after a few. */
function evict(keys: Map<string, Entry>): void {
  let passed = 0;
  for (const [id, entry] of keys) {
    keys.delete(id);
    if (!entry.used || passed++ >= PASSED_MAX) return;
    keys.set(id, entry);
  }
}
