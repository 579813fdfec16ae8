/** Times and limits of key checks. */
export type KeyTiming = Readonly<Record<keyof typeof KEY_TIMING, number>>;

/**
 * Default times and limits of key checks. Every gateway refuses a revoked key after `longestRevocationMs` at the
 * latest: a copy of the key that was read just before the revocation is used for `freshMs`, and the next read may have
 * to wait for its turn and then for the database's response.
 */
export const KEY_TIMING = {
  /**
   * Age in milliseconds from which a cached key is refreshed in the background. It is also the interval at which the
   * gateway writes when keys were last used.
   */
  refreshMs: 10_000,
  /** Maximum age of a cached key in milliseconds. An older key is read again before it is accepted. */
  freshMs: 20_000,
  /** Milliseconds for which the cache remembers that an id has no key. */
  absentMs: 5000,
  /** Deadline of one database query in milliseconds; also the longest time that a read waits for its turn. */
  deadlineMs: 500,
  /** Deadline for connecting to the database and migrating the schema, in milliseconds. */
  openMs: 5000,
  /** Delay in milliseconds before a failed database is tried again. */
  retryMs: 1000,
  /** Maximum number of cached keys. */
  keysMax: 50_000,
  /** Maximum number of cached ids that have no key. */
  absentMax: 10_000,
  /** Maximum number of database reads that wait for their turn. */
  waitingMax: 1000,
  /** Maximum number of concurrent database reads. */
  readsMax: 3,
  /** Maximum number of keys in one statement that writes when keys were last used. */
  batchMax: 200,
};

/**
 * Returns the maximum delay in milliseconds after which every gateway that can reach the database refuses a revoked
 * key.
 */
export function longestRevocationMs({ freshMs, deadlineMs }: KeyTiming): number {
  return freshMs + 2 * deadlineMs;
}
