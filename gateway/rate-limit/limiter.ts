import type { Limit } from "@dnstools/concurrency/rate-limiter";
import type { Log } from "@dnstools/server/log";
import type { Registry } from "prom-client";
import { type Charge, chargeOf, type Limiter, type LimitState, stateOf } from "./charge.ts";
import { limitMetrics } from "./limit-metrics.ts";
import { memoryStore } from "./memory.ts";
import { RedisLimiter } from "./redis-limiter.ts";

export type { Charge, Limiter, LimitState } from "./charge.ts";

/** Options of the rate limiter. */
export type LimiterOptions = {
  /** Units that a client can spend at once; 0 means no limit. */
  readonly units: number;
  readonly windowS: number;
  /** Number of gateways that share the limit. */
  readonly gatewayCount: number;
  /**
   * The cost of the most expensive tool. The fallback limit is at least this cost, so that every tool remains
   * callable.
   */
  readonly leastUnits: number;
  /** The store that the gateways share (`redis://`, `rediss://`, `unix:/path`); empty if each gateway uses its own memory. */
  readonly redisUrl: string;
  /** Deadline of a request to the store, in milliseconds. After the deadline, this process decides by itself. */
  readonly storeDeadlineMs: number;
  readonly log: Log;
  readonly registry: Registry;
  /** Called when the state of the shared store is first known, and whenever it changes. */
  readonly onState: (state: "ok" | "failing") => void;
};

/**
 * The limit that is reported to clients without a limit: the largest integer of a structured field (RFC 9651 3.3.1).
 */
export const UNLIMITED = 999_999_999_999_999;

/** Returns each gateway's share of a limit, for several gateways that have no common store. */
export function shareOf(units: number, gatewayCount: number): number {
  return Math.floor(units / gatewayCount);
}

/** Creates the rate limiter: without a limit, in memory, or on a Redis server. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { units, windowS, gatewayCount, leastUnits, redisUrl } = options;
  const metrics = limitMetrics(options.registry);
  if (units === 0) return unlimited(windowS);
  const windowMs = windowS * 1000;
  const limit: Limit = { units: shareOf(units, gatewayCount), windowMs };
  if (redisUrl !== "") {
    // Even while the store is unavailable, the limit covers the most expensive tool.
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
