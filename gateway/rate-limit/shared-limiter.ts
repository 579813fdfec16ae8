import type { Allowance, Limit, Taking } from "@dnstools/concurrency/rate-limiter";
import type { Log } from "@dnstools/server/log";
import { createArrivals } from "./arrivals.ts";
import { type Charge, chargeOf, type LimitState, stateOf } from "./charge.ts";
import type { LimitMetrics } from "./limit-metrics.ts";
import { memoryStore } from "./memory.ts";
import { redisStore } from "./redis.ts";

export type SharedLimiterOptions = {
  /** What all gateways together grant a client. */
  readonly limit: Limit;
  /** What this one grants while the store is away: the same window. */
  readonly fallback: Limit;
  readonly redisUrl: string;
  readonly deadlineMs: number;
  readonly log: Log;
  readonly metrics: LimitMetrics;
  readonly onState: (state: "ok" | "failing") => void;
};

/**
 * A limit that gateways share on a Redis server. One that does not answer refuses nobody: this process decides in its
 * place, by its own part of the limit.
 */
export function sharedLimiter(options: SharedLimiterOptions) {
  const { limit, fallback, redisUrl, deadlineMs, log, metrics, onState } = options;
  // What the server said last is both what this process knows and where its fallback begins: whoever had used half of
  // the limit has used half of the part, whichever gateways it went through.
  const arrivals = createArrivals();
  const whole = memoryStore(limit, arrivals);
  const part = memoryStore(fallback, arrivals);
  let degradedSince: number | null = null;

  const store = redisStore(redisUrl, limit, deadlineMs, {
    onOpen(reason, why) {
      degradedSince = performance.now();
      metrics.degraded(true);
      const fields = { store: store.address, reason, why, units: fallback.units };
      log.warn("the rate limit's store is out of reach: this process grants its own part", fields);
      onState("failing");
    },
    onClose() {
      metrics.degraded(false);
      if (degradedSince !== null) {
        const seconds = Math.round((performance.now() - degradedSince) / 1000);
        log.info("the rate limit's store is back", { store: store.address, seconds });
      }
      degradedSince = null;
      onState("ok");
    },
    onFailure: metrics.failed,
    onAnswer: metrics.answered,
  });

  const learn = (client: string, { resetMs }: Allowance) => {
    // What it says late is old: units were taken here since.
    if (store.state() !== "closed") return;
    if (resetMs > 0) arrivals.put(client, arrivals.now() + resetMs);
    else arrivals.correct(client, 0);
  };
  const known = (client: string) =>
    store.state() === "open" ? stateOf(fallback, part.peek(client)) : stateOf(limit, whole.peek(client));
  const stateHere = (client: string) => stateOf(fallback, part.peek(client));

  const stateThere = async (client: string): Promise<LimitState> => {
    const allowance = await store.peek(client);
    if (allowance === null) return stateHere(client);
    learn(client, allowance);
    return stateOf(limit, allowance);
  };
  const giveBackThere = async (client: string, cost: number): Promise<LimitState> => {
    const allowance = store.state() === "open" ? null : await store.giveBack(client, cost);
    if (allowance !== null) {
      learn(client, allowance);
      return stateOf(limit, allowance);
    }
    whole.giveBack(client, cost);
    return known(client);
  };
  const takeHere = (client: string, cost: number): Taking => {
    const taking = part.take(client, cost);
    metrics.decided("fallback", taking.granted);
    return taking;
  };
  const giveBackHere = (client: string, cost: number) => stateOf(fallback, part.giveBack(client, cost));

  const chargeThere = async (client: string, cost: number): Promise<Charge> => {
    // An answer that comes too late may have taken units all the same: they stay taken where this process granted
    // them too, and only there.
    let owed = false;
    let kept = true;
    const taking = await store.take(client, cost, (late) => {
      if (!late.granted) return;
      if (kept) owed = true;
      else void store.giveBack(client, cost);
    });
    if (taking !== null) {
      learn(client, taking);
      metrics.decided("redis", taking.granted);
      return chargeOf(limit, taking, () => giveBackThere(client, cost));
    }
    const own = takeHere(client, cost);
    kept = own.granted;
    return chargeOf(fallback, own, () => {
      kept = false;
      if (owed) void store.giveBack(client, cost);
      return giveBackHere(client, cost);
    });
  };
  const chargeHere = (client: string, cost: number): Charge =>
    chargeOf(fallback, takeHere(client, cost), () => giveBackHere(client, cost));

  const state = (client: string): LimitState | Promise<LimitState> => {
    const is = store.state();
    if (is === "open") return stateHere(client);
    if (is === "closed") return stateThere(client);
    return store.started().then(() => state(client));
  };
  const charge = (client: string, cost: number): Charge | Promise<Charge> => {
    const is = store.state();
    if (is === "open") return chargeHere(client, cost);
    if (is === "closed") return chargeThere(client, cost);
    return store.started().then(() => charge(client, cost));
  };
  return { windowS: limit.windowMs / 1000, known, state, charge, close: store.close };
}
