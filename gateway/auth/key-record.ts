/** A key's record, without the key. Times are milliseconds since 1970. */
export type KeyRecord = {
  readonly id: string;
  readonly name: string;
  /** How to reach its holder; empty where none was given. */
  readonly contact: string;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  /** To the minute. */
  readonly lastUsed: number | null;
  /** The id of the key that `rotate` made in its place. */
  readonly successor: string | null;
};

/** `rotating`: its successor is there, and it goes on for the overlap. */
export type KeyState = "active" | "rotating" | "expired" | "revoked";

export function stateOf(key: KeyRecord, now: number): KeyState {
  if (key.revoked !== null) return "revoked";
  if (key.expires !== null && key.expires <= now) return "expired";
  return key.successor === null ? "active" : "rotating";
}

/** Whether a key is good for anything still. */
export function usable(key: KeyRecord, now: number): boolean {
  const state = stateOf(key, now);
  return state === "active" || state === "rotating";
}
