import { Fault } from "@dnstools/core/tool/fault";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { Elysia } from "elysia";
import type { Charge } from "../rate-limit/charge.ts";
import { isFree } from "../rate-limit/free.ts";
import type { Limiter } from "../rate-limit/limiter.ts";
import { limitHeaders } from "./limit-headers.ts";
import { type Caller, requestState } from "./request-state.ts";

type Headers = Record<string, string | number>;

/** Charges the cost of a tool call to its client; calls with a key are not charged. @throws Fault limit_exceeded */
export function rateLimit(take: TakeUnits) {
  return new Elysia({ name: "rate-limit" })
    .use(requestState)
    .resolve({ as: "scoped" }, async ({ caller, asked, set }): Promise<{ charge: Charge | null }> => {
      if (asked === null) return { charge: null };
      return { charge: await take(caller, asked.contract.cost, set.headers as Headers) };
    });
}

/**
 * Charges units to a caller and writes the remaining units to the response headers.
 * @returns null if the caller has a key and is therefore not charged
 * @throws Fault limit_exceeded
 */
export type TakeUnits = (caller: Caller, cost: number, headers: Headers) => Promise<Charge | null>;

/** Creates the function that charges units to a caller. */
export function createTakeUnits(limiter: Limiter, metrics: Metrics): TakeUnits {
  return async (caller, cost, headers) => {
    if (caller.keyId !== null) {
      metrics.units("keyed", "granted", cost);
      return null;
    }
    const charge = await limiter.charge(caller.client, cost);
    const { granted, state, retryAfterS } = charge;
    metrics.units("anonymous", granted ? "granted" : "denied", cost);
    limitHeaders(headers, granted ? state : { ...state, resetS: retryAfterS }, limiter.windowS);
    if (!granted) {
      throw new Fault("limit_exceeded", {
        detail: `This call costs ${cost} of ${state.limit} units, and ${state.remaining} are left: try again in ${retryAfterS} s.`,
        retryAfterS,
      });
    }
    headers["x-request-cost"] = String(cost);
    return charge;
  };
}

/**
 * Refunds the units of a call that failed before it did any work, or because the service refused a parameter. This
 * plugin must come before the `problems` plugin, because no error handler runs after that one.
 */
export function refund(limiter: Limiter) {
  return new Elysia({ name: "refund" })
    .use(requestState)
    .onError({ as: "global" }, async ({ error, set, charge: taken }) => {
      if (taken === null || taken === undefined || !isFree(error)) return;
      set.headers["x-request-cost"] = "0";
      limitHeaders(set.headers as Headers, await taken.giveBack(), limiter.windowS);
    });
}
