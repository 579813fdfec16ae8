import type { Allowance, Limit, Taking } from "@dnstools/concurrency/rate-limiter";

/** A client's limit and remaining units, with the seconds until all units are restored. */
export type LimitState = { readonly limit: number; readonly remaining: number; readonly resetS: number };

/** The result of charging units. A refused charge takes nothing. */
export type Charge = {
  readonly granted: boolean;
  /** The client's state after the charge. */
  readonly state: LimitState;
  /** Whole seconds until there are enough units for this cost; 0 if granted. */
  readonly retryAfterS: number;
  /** Refunds the charge, only once, in the store that granted it. Never rejects. @returns the state after the refund */
  readonly giveBack: () => LimitState | Promise<LimitState>;
};

/** Rate limiter for clients, which are identified by any text. It never throws or rejects; in memory it is synchronous. */
export type Limiter = {
  readonly windowS: number;
  /** Returns the state of a client without charging it. */
  readonly state: (client: string) => LimitState | Promise<LimitState>;
  /** Returns the state in this process without a query to the store, for responses that need no charge. */
  readonly localState: (client: string) => LimitState;
  readonly charge: (client: string, cost: number) => Charge | Promise<Charge>;
  readonly close: () => Promise<void>;
};

/** Converts an allowance to the state that headers and `/api/v1/limits` show. */
export function stateOf(limit: Limit, { remaining, resetMs }: Allowance): LimitState {
  return { limit: limit.units, remaining, resetS: Math.ceil(resetMs / 1000) };
}

/** Creates the result of a charge. @param undo refunds the units; called at most once, and never for a refused charge */
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
