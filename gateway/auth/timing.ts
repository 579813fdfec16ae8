/** Times and bounds of checking keys. */
export type KeyTiming = {
  /** How often keys in use are read again, and their use is written down. */
  readonly refreshMs: number;
  /** How long a key is served from memory after it was read; then it is looked up before it is served. */
  readonly freshMs: number;
  /** How long an id that is not there is remembered as such. */
  readonly absentMs: number;
  /** The time of one question to the database, and the longest that a look-up waits for its turn. */
  readonly deadlineMs: number;
  /** The time to connect and to bring the schema up to date. */
  readonly openMs: number;
  /** How long to wait before a database that failed is tried again, and the most that grows to where it soon fails anew. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** Keys, ids that are not there, and ids to be looked up, that are remembered at once. */
  readonly keysMax: number;
  readonly absentMax: number;
  readonly waitingMax: number;
  /** Ids in one question, and questions at once. */
  readonly batchMax: number;
  readonly batchesMax: number;
};

/**
 * A key that was revoked is refused everywhere after `longestRevocationMs` at the latest: a copy of it that was read
 * just before is served for `freshMs`, and the look-up that follows may wait for its turn and for its answer.
 */
export const KEY_TIMING: KeyTiming = {
  refreshMs: 10_000,
  freshMs: 20_000,
  absentMs: 5000,
  deadlineMs: 500,
  openMs: 5000,
  retryMs: 1000,
  retryMaxMs: 8000,
  keysMax: 50_000,
  absentMax: 10_000,
  waitingMax: 1000,
  batchMax: 200,
  batchesMax: 2,
};

/** Milliseconds from a revocation until no gateway that reaches the database serves the key. */
export function longestRevocationMs({ freshMs, deadlineMs }: KeyTiming): number {
  return freshMs + 2 * deadlineMs;
}
