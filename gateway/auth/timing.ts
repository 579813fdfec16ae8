/** Times and bounds of checking keys. */
export type KeyTiming = {
  /** Age from which a key in use is read again while it is served; and how often their use is written down. */
  readonly refreshMs: number;
  /** Age from which a key is read before it is served. */
  readonly freshMs: number;
  /** How long an id of which there is no key is remembered as such. */
  readonly absentMs: number;
  /** The time of one question to the database, and the longest that a key waits for its turn to be read. */
  readonly deadlineMs: number;
  /** The time to connect and to bring the schema up to date. */
  readonly openMs: number;
  /** How long to wait before a database that failed is tried again. */
  readonly retryMs: number;
  /** Keys, and ids of which there is none, that are remembered; and keys that wait to be read. */
  readonly keysMax: number;
  readonly absentMax: number;
  readonly waitingMax: number;
  /** Keys that are read at once; and keys whose use is written down by one question. */
  readonly readsMax: number;
  readonly batchMax: number;
};

/**
 * A key that was revoked is refused everywhere after `longestRevocationMs` at the latest: a copy of it that was read
 * just before is served for `freshMs`, and the read that follows may wait for its turn and for its answer.
 */
export const KEY_TIMING: KeyTiming = {
  refreshMs: 10_000,
  freshMs: 20_000,
  absentMs: 5000,
  deadlineMs: 500,
  openMs: 5000,
  retryMs: 1000,
  keysMax: 50_000,
  absentMax: 10_000,
  waitingMax: 1000,
  readsMax: 3,
  batchMax: 200,
};

/** Milliseconds from a revocation until no gateway that reaches the database serves the key. */
export function longestRevocationMs({ freshMs, deadlineMs }: KeyTiming): number {
  return freshMs + 2 * deadlineMs;
}
