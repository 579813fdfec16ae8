import type { Allowance, Limit } from "@dnstools/concurrency/rate-limiter";
import type { Log } from "@dnstools/server/log";
import { createArrivals } from "./arrivals.ts";
import { type Charge, chargeOf, type Limiter, type LimitState, stateOf } from "./charge.ts";
import type { LimitMetrics } from "./limit-metrics.ts";
import { memoryStore } from "./memory.ts";
import { RedisStore, type StoreFailure } from "./redis-store.ts";

/** Options of a rate limiter with a Redis server. */
export type RedisLimiterOptions = {
  /** A client's limit across all gateways. */
  readonly limit: Limit;
  /** A client's limit at this gateway while the store is unavailable. Its window is the same as that of `limit`. */
  readonly fallback: Limit;
  readonly redisUrl: string;
  readonly deadlineMs: number;
  readonly log: Log;
  readonly metrics: LimitMetrics;
  readonly onState: (state: "ok" | "failing") => void;
};

/**
 * Milliseconds for which the store must be unavailable before this is logged and reported, so that short stalls are
 * ignored.
 */
const NEWS_MS = 200;

/**
 * A rate limit that several gateways share on a Redis server. While the server does not answer, this gateway decides
 * by its own share of the limit. The share starts from the server's last known state: a client that has used half of
 * the limit has also used half of the share, regardless of which gateways it called.
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

  /**
   * Stores the client's state as reported by the server. A late response while the store is unavailable is ignored,
   * because it is outdated.
   */
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
    log.warn("the rate limit store is unreachable: this process grants its own share of the limit", fields);
    onState("failing");
  }

  private showUsable(): void {
    clearTimeout(this.news);
    if (this.shown === "ok") return;
    const { log, metrics, onState } = this.options;
    if (this.shown === "failing") {
      metrics.degraded(false);
      const seconds = Math.round((performance.now() - this.awaySince) / 1000);
      log.info("the rate limit store is reachable again", { store: this.store.address, seconds });
    }
    this.shown = "ok";
    onState("ok");
  }
}
