/** Times and bounds of checking keys. */
export type KeyTiming = Readonly<Record<keyof typeof KEY_TIMING, number>>;

/**
 * A key that was revoked is refused everywhere after `longestRevocationMs` at the latest: a copy of it that was read
 * just before is served for `freshMs`, and the read that follows may wait for its turn and for its answer.
 */
export const KEY_TIMING = {
  /** Age from which a key in use is read again while it is served; and how often their use is written down. */
  refreshMs: 10_000,
  /** Age from which a key is read before it is served. */
  freshMs: 20_000,
  /** How long an id of which there is no key is remembered as such. */
  absentMs: 5000,
  /** The time of one question to the database, and the longest that a key waits for its turn to be read. */
  deadlineMs: 500,
  /** The time to connect and to bring the schema up to date. */
  openMs: 5000,
  /** How long to wait before a database that failed is tried again. */
  retryMs: 1000,
  /** Keys, and ids of which there is none, that are remembered; and keys that wait to be read. */
  keysMax: 50_000,
  absentMax: 10_000,
  waitingMax: 1000,
  /** Keys that are read at once; and keys whose use is written down by one question. */
  readsMax: 3,
  batchMax: 200,
};

/** Milliseconds from a revocation until no gateway that reaches the database serves the key. */
export function longestRevocationMs({ freshMs, deadlineMs }: KeyTiming): number {
  return freshMs + 2 * deadlineMs;
}
