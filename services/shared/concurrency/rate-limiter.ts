/** A limit: `units` at once, all of them back after `windowMs`. */
export type Limit = { readonly units: number; readonly windowMs: number };

/** What a client may do now. */
export type Allowance = {
  /** Whole units left. */
  readonly remaining: number;
  /** Milliseconds until the units are all back. */
  readonly resetMs: number;
};

/** The outcome of asking for units. A refusal takes nothing. */
export type Taking = Allowance & {
  readonly granted: boolean;
  /** Milliseconds until the units asked for will be there; 0 when granted. */
  readonly retryAfterMs: number;
};

/** One with what is to be stored. */
export type Decision = Taking & {
  /** The client's new theoretical arrival time, to be stored when granted. */
  readonly tat: number;
};

/** Rounding noise must not cost a unit: so much of one is neither here nor there. */
const EPSILON = 1e-4;

/**
 * The generic cell rate algorithm with burst = limit: exact at window edges, one number a client.
 * @param tat the client's stored theoretical arrival time in ms; 0 for a client never seen.
 * @param now the clock that `tat` was made with, ms.
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

export function allowance(limit: Limit, tat: number, now: number): Allowance {
  const usedMs = Math.max(0, tat - now);
  const perUnit = limit.windowMs / limit.units;
  const remaining = Math.floor((limit.windowMs - usedMs) / perUnit + EPSILON);
  return { remaining: Math.min(limit.units, Math.max(0, remaining)), resetMs: usedMs };
}

/** The arrival time after units were given back. */
export function giveBack(limit: Limit, tat: number, cost: number): number {
  return tat - cost * (limit.windowMs / limit.units);
}
