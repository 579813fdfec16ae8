import type { Allowance, Limit, Taking } from "@dnstools/concurrency/rate-limiter";

/** A client's limit and remaining units, and the seconds until all units are restored. */
export type LimitState = { readonly limit: number; readonly remaining: number; readonly resetS: number };

/** The result of charging units. A refused charge does not reduce the client's units. */
export type Charge = {
  readonly granted: boolean;
  /** The client's state after the charge. */
  readonly state: LimitState;
  /** Whole seconds until the client has enough units for this cost; 0 if the charge was granted. */
  readonly retryAfterS: number;
  /**
   * Refunds the charge in the store that granted it; repeated calls do nothing. Never rejects.
   * @returns the client's state after the refund
   */
  readonly giveBack: () => LimitState | Promise<LimitState>;
};

/**
 * A rate limiter for clients. Any text can identify a client. The limiter never throws or rejects, and is synchronous
 * if its state is in memory.
 */
export type Limiter = {
  readonly windowS: number;
  /** Returns the state of a client without charging it. */
  readonly state: (client: string) => LimitState | Promise<LimitState>;
  /**
   * Returns the client's state as known to this process, without a query to the store, for responses that charge
   * nothing.
   */
  readonly localState: (client: string) => LimitState;
  readonly charge: (client: string, cost: number) => Charge | Promise<Charge>;
  readonly close: () => Promise<void>;
};

/** Converts an allowance to the state that the headers and `/api/v1/limits` show. */
export function stateOf(limit: Limit, { remaining, resetMs }: Allowance): LimitState {
  return { limit: limit.units, remaining, resetS: Math.ceil(resetMs / 1000) };
}

/**
 * Creates the result of a charge.
 * @param undo refunds the units; called at most once, and never for a refused charge
 */
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
