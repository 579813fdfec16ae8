import type { Limit } from "@dnstools/concurrency/rate-limiter";
import type { Log } from "@dnstools/server/log";
import type { Registry } from "prom-client";
import { type Charge, chargeOf, type Limiter, type LimitState, stateOf } from "./charge.ts";
import { limitMetrics } from "./limit-metrics.ts";
import { memoryStore } from "./memory.ts";
import { RedisLimiter } from "./redis-limiter.ts";

export type { Charge, Limiter, LimitState } from "./charge.ts";

export type LimiterOptions = {
  /** What a client may use at once; 0 lifts the limit. */
  readonly units: number;
  readonly windowS: number;
  /** Gateways that share the limit. */
  readonly gatewayCount: number;
  /** The cost of the most expensive tool: no limit is below it. */
  readonly leastUnits: number;
  /** The store that gateways share (`redis://`, `rediss://`, `unix:/path`); empty: each has a memory of its own. */
  readonly redisUrl: string;
  /** Milliseconds for any question to that store. Then this process decides. */
  readonly storeDeadlineMs: number;
  readonly log: Log;
  readonly registry: Registry;
  /** How the shared store does, once that is known and whenever it changes. */
  readonly onState: (state: "ok" | "failing") => void;
};

/** What a lifted limit shows: the largest integer that a structured field can hold (RFC 9651 3.3.1). */
export const UNLIMITED = 999_999_999_999_999;

/** What one of several gateways that do not share a store may grant. */
export function shareOf(units: number, gatewayCount: number): number {
  return Math.floor(units / gatewayCount);
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { units, windowS, gatewayCount, leastUnits, redisUrl } = options;
  const metrics = limitMetrics(options.registry);
  if (units === 0) return unlimited(windowS);
  const windowMs = windowS * 1000;
  const limit: Limit = { units: shareOf(units, gatewayCount), windowMs };
  if (redisUrl !== "") {
    // While the store is away every tool can be called all the same.
    const fallback = { units: Math.min(units, Math.max(limit.units, leastUnits)), windowMs };
    return new RedisLimiter({
      ...options,
      limit: { units, windowMs },
      fallback,
      deadlineMs: options.storeDeadlineMs,
      metrics,
    });
  }
  const store = memoryStore(limit);
  const state = (client: string) => stateOf(limit, store.peek(client));
  return {
    windowS,
    state,
    localState: state,
    charge(client, cost) {
      const decision = store.take(client, cost);
      metrics.decided("memory", decision.granted);
      return chargeOf(limit, decision, () => stateOf(limit, store.giveBack(client, cost)));
    },
    close: async () => {},
  };
}

function unlimited(windowS: number): Limiter {
  const state: LimitState = { limit: UNLIMITED, remaining: UNLIMITED, resetS: 0 };
  const charge: Charge = { granted: true, state, retryAfterS: 0, giveBack: () => state };
  return {
    windowS,
    state: () => state,
    localState: () => state,
    charge: () => charge,
    close: async () => {},
  };
}
