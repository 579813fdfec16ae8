/** The stored data of a key, without the secret. Times are milliseconds since 1970. */
export type KeyRecord = {
  readonly id: string;
  readonly name: string;
  /** How to reach the holder of the key; empty if unknown. */
  readonly contact: string;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  /** The time of the last use, rounded down to the minute; null if the key was never used. */
  readonly lastUsed: number | null;
  /** The id of the key that `rotate` created as a replacement; null if the key was not rotated. */
  readonly successor: string | null;
};

/** The state of a key. A `rotating` key has a successor and remains valid until the overlap ends. */
export type KeyState = "active" | "rotating" | "expired" | "revoked";

/** Returns the state of a key. @param now milliseconds since 1970 */
export function stateOf(key: KeyRecord, now: number): KeyState {
  if (key.revoked !== null) return "revoked";
  if (key.expires !== null && key.expires <= now) return "expired";
  return key.successor === null ? "active" : "rotating";
}

/**
 * Returns true if a key is valid now, which means active or rotating.
 * @param now milliseconds since 1970
 */
export function usable(key: KeyRecord, now: number): boolean {
  const state = stateOf(key, now);
  return state === "active" || state === "rotating";
}
