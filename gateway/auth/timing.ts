/** Times and limits of checking keys. */
export type KeyTiming = Readonly<Record<keyof typeof KEY_TIMING, number>>;

/**
 * Default times and limits. Every gateway refuses a revoked key after `longestRevocationMs` at the latest: a copy that was read
 * just before the revocation is used for `freshMs`, and the next read may wait for its turn and for its response.
 */
export const KEY_TIMING = {
  /** Age from which a cached key is refreshed in the background; also the interval at which last uses are written. */
  refreshMs: 10_000,
  /** Maximum age of a cached key; an older one is read again before it is accepted. */
  freshMs: 20_000,
  /** How long an id without a key is cached. */
  absentMs: 5000,
  /** Deadline of one database query; also the longest time that a read waits for its turn. */
  deadlineMs: 500,
  /** Deadline for connecting and migrating the schema. */
  openMs: 5000,
  /** Delay before a failed database is tried again. */
  retryMs: 1000,
  /** Maximum number of cached keys. */
  keysMax: 50_000,
  /** Maximum number of cached ids without a key. */
  absentMax: 10_000,
  /** Maximum number of reads that wait for their turn. */
  waitingMax: 1000,
  /** Maximum number of concurrent reads. */
  readsMax: 3,
  /** Maximum number of keys in one update of last uses. */
  batchMax: 200,
};

/** Returns the longest time in milliseconds until every gateway that reaches the database refuses a revoked key. */
export function longestRevocationMs({ freshMs, deadlineMs }: KeyTiming): number {
  return freshMs + 2 * deadlineMs;
}
