import { Fault } from "@dnstools/core/fault";
import { clientKey } from "@dnstools/core/protocol/ip";
import type { ResponseState } from "@dnstools/service/http";
import type { Metrics } from "@dnstools/service/metrics";
import { memoryStore } from "../../stores/memory.ts";
import type { Allowance } from "./gcra.ts";

export type LimiterOptions = {
  /** 0 lifts the limit. */
  readonly units: number;
  readonly windowS: number;
  /** Who a request is from; null when the connection is gone. */
  readonly peer: (request: Request) => string | null;
  readonly metrics: Metrics;
};

/** A caller's state, as headers and `/api/v1/limits` show it. */
export type LimitState = { readonly limit: number; readonly remaining: number; readonly resetS: number };

export type Limiter = {
  readonly windowS: number;
  readonly state: (request: Request) => LimitState;
  /**
   * Takes a tool's cost and sets the headers; throws `limit_exceeded` when it is not there.
   * Gives back a function that undoes it, for a call for which no work went out.
   */
  readonly charge: (request: Request, set: ResponseState, cost: number) => () => void;
};

/** What a lifted limit shows: the largest integer that a structured field can hold (RFC 9651 3.3.1). */
const UNLIMITED = 999_999_999_999_999;

export function createLimiter({ units, windowS, peer, metrics }: LimiterOptions): Limiter {
  if (units === 0) return unlimited(windowS, metrics);
  const store = memoryStore({ units, windowMs: windowS * 1000 });
  const clientOf = lastRemembered((request) => clientKey(peer(request) ?? gone()));
  const stateOf = ({ remaining, resetMs }: Allowance) => ({
    limit: units,
    remaining,
    resetS: Math.ceil(resetMs / 1000),
  });

  return {
    windowS,
    state: (request) => stateOf(store.peek(clientOf(request))),
    charge(request, set, cost) {
      const client = clientOf(request);
      const decision = store.take(client, cost);
      metrics.units(decision.granted ? "granted" : "denied", cost);
      const retryAfterS = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
      const state = stateOf(decision);
      showState(set, decision.granted ? state : { ...state, resetS: retryAfterS });
      if (!decision.granted) {
        throw new Fault("limit_exceeded", {
          detail: `This call costs ${cost} of ${units} units and ${decision.remaining} are left: try again in ${retryAfterS} s.`,
          retryAfterS,
        });
      }
      set.headers["x-request-cost"] = String(cost);
      return () => {
        store.giveBack(client, cost);
        showState(set, stateOf(store.peek(client)));
        set.headers["x-request-cost"] = "0";
      };
    },
  };
}

function unlimited(windowS: number, metrics: Metrics): Limiter {
  return {
    windowS,
    state: () => ({ limit: UNLIMITED, remaining: UNLIMITED, resetS: 0 }),
    charge(_request, set, cost) {
      metrics.units("granted", cost);
      set.headers["x-request-cost"] = String(cost);
      return () => {
        set.headers["x-request-cost"] = "0";
      };
    },
  };
}

/** Whoever has reset the connection has no address any more; served all the same, it would be served unlimited. */
function gone(): never {
  throw new Fault("client_gone", { detail: "The connection was closed before the request was read." });
}

/** Remembers the last request's client: a request asks several times in a row, and each costs about 1 us. */
function lastRemembered(clientOf: (request: Request) => string): (request: Request) => string {
  let last: { request: Request; client: string } | null = null;
  return (request) => {
    if (last?.request === request) return last.client;
    const client = clientOf(request);
    last = { request, client };
    return client;
  };
}

/** Both header styles: the older three, and draft-ietf-httpapi-ratelimit-headers-11. */
function showState(set: ResponseState, { remaining, resetS }: LimitState): void {
  set.headers["x-ratelimit-remaining"] = String(remaining);
  set.headers["ratelimit"] = `"default";r=${remaining};t=${Math.max(1, resetS)}`;
}
