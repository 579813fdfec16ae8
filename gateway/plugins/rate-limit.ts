import { FAULTS, Fault } from "@dnstools/core/fault";
import type { Metrics } from "@dnstools/service/metrics";
import { Elysia } from "elysia";
import type { Charge, LimitState } from "../policies/limit/charge.ts";
import type { Limiter } from "../policies/limit/limiter.ts";
import { limitHeaders } from "./limit-headers.ts";
import { type RequestState, requestState } from "./request-state.ts";

type Headers = Record<string, string | number>;

/**
 * Takes a call's cost from its client's limit; a call with a key takes none. Gives the units back where the call ends without
 * work, or by a parameter that the service refuses.
 * @throws Fault limit_exceeded
 */
export function rateLimit(limiter: Limiter, metrics: Metrics) {
  const write = (headers: Headers, state: LimitState) => limitHeaders(headers, state, limiter.windowS);

  async function charge({ caller, asked }: RequestState, headers: Headers): Promise<Charge | null> {
    if (asked === null) return null;
    const { cost } = asked.contract;
    if (caller.keyId !== null) {
      metrics.units("keyed", "granted", cost);
      return null;
    }
    const charging = limiter.charge(caller.client, cost);
    const taken = charging instanceof Promise ? await charging : charging;
    metrics.units("anonymous", taken.granted ? "granted" : "denied", cost);
    if (!taken.granted) {
      const { state, retryAfterS } = taken;
      write(headers, { ...state, resetS: retryAfterS });
      throw new Fault("limit_exceeded", {
        detail: `This call costs ${cost} of ${state.limit} units and ${state.remaining} are left: try again in ${retryAfterS} s.`,
        retryAfterS,
      });
    }
    headers["x-request-cost"] = String(cost);
    write(headers, taken.state);
    return taken;
  }

  return new Elysia({ name: "rate-limit" })
    .use(requestState)
    .resolve({ as: "global" }, async ({ caller, asked, set }) => ({
      charge: await charge({ caller, asked }, set.headers as Headers),
    }))
    .onError({ as: "global" }, async ({ error, set, charge: taken }) => {
      if (taken === null || taken === undefined || !isFree(error)) return;
      set.headers["x-request-cost"] = "0";
      write(set.headers as Headers, await taken.giveBack());
    });
}

/** Whether a call that ended so costs nothing. A client that has hung up pays for work that had begun. */
function isFree(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { code, options } = error;
  return options.workDone === false || (FAULTS[code].status === 400 && code !== "client_gone");
}
