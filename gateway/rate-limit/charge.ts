import type { Allowance, Limit, Taking } from "@dnstools/concurrency/rate-limiter";

/** What a client may do now, as headers and `/api/v1/limits` show it. `resetS`: until all units are back. */
export type LimitState = { readonly limit: number; readonly remaining: number; readonly resetS: number };

/** The outcome of asking for units. A refusal takes nothing. */
export type Charge = {
  readonly granted: boolean;
  /** The client's state after it. */
  readonly state: LimitState;
  /** Whole seconds, enough for this cost; 0 when granted. */
  readonly retryAfterS: number;
  /** Undoes it, once, in the store that granted it. Never rejects. @returns the state after that. */
  readonly giveBack: () => LimitState | Promise<LimitState>;
};

/** Limits clients, named by any text. Nothing here throws or rejects; a limiter in memory answers at once. */
export type Limiter = {
  readonly windowS: number;
  /** The state, taking nothing. */
  readonly state: (client: string) => LimitState | Promise<LimitState>;
  /** What this process knows without asking anybody, for answers that are made before the store is asked. */
  readonly known: (client: string) => LimitState;
  readonly charge: (client: string, cost: number) => Charge | Promise<Charge>;
  readonly close: () => Promise<void>;
};

export function stateOf(limit: Limit, { remaining, resetMs }: Allowance): LimitState {
  return { limit: limit.units, remaining, resetS: Math.ceil(resetMs / 1000) };
}

/** @param undo gives the units back; never called twice, nor for a refusal. */
export function chargeOf(limit: Limit, taking: Taking, undo: () => LimitState | Promise<LimitState>): Charge {
  const state = stateOf(limit, taking);
  if (!taking.granted) {
    const retryAfterS = Math.max(1, Math.ceil(taking.retryAfterMs / 1000));
    return { granted: false, state, retryAfterS, giveBack: () => state };
  }
  let undone: LimitState | Promise<LimitState> | null = null;
  const giveBack = () => {
    undone ??= undo();
    return undone;
  };
  return { granted: true, state, retryAfterS: 0, giveBack };
}
