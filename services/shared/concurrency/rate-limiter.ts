/**
 * A rate limit: up to `units` can be used at once, and used units are restored evenly within `windowMs` milliseconds.
 */
export type Limit = { readonly units: number; readonly windowMs: number };

/** The part of a limit that a client may still use. */
export type Allowance = {
  /** Number of whole units that the client has left. */
  readonly remaining: number;
  /** Milliseconds until all units are restored. */
  readonly resetMs: number;
};

/** The result of a request for units. A refused request uses no units. */
export type Taking = Allowance & {
  readonly granted: boolean;
  /** Milliseconds until the requested units are available; 0 if the request was granted. */
  readonly retryAfterMs: number;
};

/** The result of a request for units, with the state that the caller stores. */
export type Decision = Taking & {
  /** The client's new theoretical arrival time in milliseconds, to be stored if the request was granted. */
  readonly tat: number;
};

/** Rounding errors up to this fraction of a unit are ignored, so that a rounding error never costs a whole unit. */
const EPSILON = 1e-4;

/**
 * Decides on a request for units with the generic cell rate algorithm, which allows a burst as large as the limit. The
 * algorithm is exact at window edges and stores one number per client.
 * @param tat the client's stored theoretical arrival time in milliseconds; 0 for a new client.
 * @param now current time in milliseconds, by the same clock as `tat`.
 */
export function decide(limit: Limit, tat: number, cost: number, now: number): Decision {
  const perUnit = limit.windowMs / limit.units;
  const from = Math.max(tat, now);
  const after = from + cost * perUnit;
  const waitMs = after - limit.windowMs - now;
  const granted = waitMs <= EPSILON * perUnit;
  const stands = granted ? after : from;
  return { granted, retryAfterMs: granted ? 0 : waitMs, tat: stands, ...allowance(limit, stands, now) };
}

/**
 * Returns the part of a limit that a client may still use.
 * @param tat the client's stored theoretical arrival time in milliseconds.
 * @param now current time in milliseconds, by the same clock as `tat`.
 */
export function allowance(limit: Limit, tat: number, now: number): Allowance {
  const usedMs = Math.max(0, tat - now);
  const perUnit = limit.windowMs / limit.units;
  const remaining = Math.floor((limit.windowMs - usedMs) / perUnit + EPSILON);
  return { remaining: Math.min(limit.units, Math.max(0, remaining)), resetMs: usedMs };
}

/** Returns the client's theoretical arrival time after units were refunded. */
export function giveBack(limit: Limit, tat: number, cost: number): number {
  return tat - cost * (limit.windowMs / limit.units);
}
