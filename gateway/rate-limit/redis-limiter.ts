import type { Allowance, Limit } from "@dnstools/concurrency/rate-limiter";
import type { Log } from "@dnstools/server/log";
import { createArrivals } from "./arrivals.ts";
import { type Charge, chargeOf, type Limiter, type LimitState, stateOf } from "./charge.ts";
import type { LimitMetrics } from "./limit-metrics.ts";
import { memoryStore } from "./memory.ts";
import { RedisStore, type StoreFailure } from "./redis-store.ts";

export type RedisLimiterOptions = {
  /** What all gateways together grant a client. */
  readonly limit: Limit;
  /** What this gateway grants while the store is away: the same window. */
  readonly fallback: Limit;
  readonly redisUrl: string;
  readonly deadlineMs: number;
  readonly log: Log;
  readonly metrics: LimitMetrics;
  readonly onState: (state: "ok" | "failing") => void;
};

/** Milliseconds that a store must be away before it is logged and shown: a short stall is no news. */
const NEWS_MS = 200;

/**
 * A limit that gateways share on a Redis server. A server that does not answer refuses nobody: this gateway decides in its place, by
 * its own part of the limit. The fallback begins where the server's last answers ended: a client that had used half of the limit has
 * used half of the part, whichever gateways it went through.
 */
export class RedisLimiter implements Limiter {
  readonly windowS: number;
  private readonly options: RedisLimiterOptions;
  private readonly store: RedisStore;
  private readonly arrivals = createArrivals();
  private readonly whole;
  private readonly part;
  private shown: "ok" | "failing" | null = null;
  private awaySince = 0;
  private news: NodeJS.Timeout | undefined;

  constructor(options: RedisLimiterOptions) {
    const { limit, fallback, redisUrl, deadlineMs, metrics } = options;
    this.options = options;
    this.windowS = limit.windowMs / 1000;
    this.whole = memoryStore(limit, this.arrivals);
    this.part = memoryStore(fallback, this.arrivals);
    this.store = new RedisStore(redisUrl, limit, deadlineMs, {
      onUsable: () => this.showUsable(),
      onAway: (reason, why) => {
        this.awaySince = performance.now();
        this.news = setTimeout(() => this.showAway(reason, why), NEWS_MS);
      },
      onFailure: metrics.failed,
      onAnswer: metrics.answered,
    });
  }

  localState(client: string): LimitState {
    return this.store.state === "away" ? this.stateHere(client) : this.stateOfWhole(this.whole.peek(client));
  }

  state(client: string): LimitState | Promise<LimitState> {
    if (this.store.state === "away") return this.stateHere(client);
    return this.stateThere(client);
  }

  charge(client: string, cost: number): Charge | Promise<Charge> {
    if (this.store.state === "away") return this.chargeHere(client, cost);
    return this.chargeThere(client, cost);
  }

  async close(): Promise<void> {
    clearTimeout(this.news);
    this.store.close();
  }

  private stateHere(client: string): LimitState {
    return stateOf(this.options.fallback, this.part.peek(client));
  }

  private stateOfWhole(allowance: Allowance): LimitState {
    return stateOf(this.options.limit, allowance);
  }

  private chargeHere(client: string, cost: number): Charge {
    const { fallback, metrics } = this.options;
    const taking = this.part.take(client, cost);
    metrics.decided("fallback", taking.granted);
    return chargeOf(fallback, taking, () => stateOf(fallback, this.part.giveBack(client, cost)));
  }

  private async stateThere(client: string): Promise<LimitState> {
    await this.store.started;
    const allowance = this.store.state === "away" ? null : await this.store.peek(client);
    return allowance === null ? this.stateHere(client) : this.learn(client, allowance);
  }

  private async chargeThere(client: string, cost: number): Promise<Charge> {
    await this.store.started;
    const taking = this.store.state === "away" ? null : await this.store.take(client, cost);
    if (taking === null) return this.chargeHere(client, cost);
    this.learn(client, taking);
    this.options.metrics.decided("redis", taking.granted);
    return chargeOf(this.options.limit, taking, () => this.giveBackThere(client, cost));
  }

  private async giveBackThere(client: string, cost: number): Promise<LimitState> {
    const allowance = this.store.state === "away" ? null : await this.store.giveBack(client, cost);
    if (allowance !== null) return this.learn(client, allowance);
    this.whole.giveBack(client, cost);
    return this.localState(client);
  }

  /** Remembers what the server said of a client. An answer that comes when the store is away is old: units were taken here since. */
  private learn(client: string, allowance: Allowance): LimitState {
    if (this.store.state === "usable") {
      if (allowance.resetMs > 0) this.arrivals.put(client, this.arrivals.now() + allowance.resetMs);
      else this.arrivals.correct(client, 0);
    }
    return this.stateOfWhole(allowance);
  }

  private showAway(reason: StoreFailure, why: string): void {
    const { log, metrics, fallback, onState } = this.options;
    this.shown = "failing";
    metrics.degraded(true);
    const fields = { store: this.store.address, reason, why, units: fallback.units };
    log.warn("the rate limit's store is out of reach: this process grants its own part", fields);
    onState("failing");
  }

  private showUsable(): void {
    clearTimeout(this.news);
    if (this.shown === "ok") return;
    const { log, metrics, onState } = this.options;
    if (this.shown === "failing") {
      metrics.degraded(false);
      const seconds = Math.round((performance.now() - this.awaySince) / 1000);
      log.info("the rate limit's store is back", { store: this.store.address, seconds });
    }
    this.shown = "ok";
    onState("ok");
  }
}
