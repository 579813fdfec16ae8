import { delay } from "@dnstools/concurrency/abortable";
import { Cache } from "@dnstools/concurrency/cache";
import { decide } from "@dnstools/concurrency/rate-limiter";
import { WAITS, type Waits } from "@dnstools/core/waits";

/** How often registries are asked: what is polite, and what they said themselves. */
export type RegistryRateLimiter = {
  /**
   * Whether a host may be asked now, waiting a moment for its turn. `held_back`: we have asked it as often as is polite;
   * `rate_limited`: it has told us to wait; `timeout`: the signal fired before.
   */
  readonly enter: (
    host: string,
    signal: AbortSignal,
  ) => Promise<"go" | "held_back" | "rate_limited" | "timeout">;
  /** A host said that we ask too often. @param seconds as it wants us to wait; null where it does not say. */
  readonly backOff: (host: string, seconds: number | null) => void;
  /** Seconds until a host wants to be asked again; null where it has not said that we ask too often. */
  readonly restS: (host: string) => number | null;
};

/** Questions that may go at once, as part of a minute's worth: 64 addresses at once are some 13 at each of five registries. */
const BURST = 1 / 4;
/** Seconds of waiting where the host does not say, and at most. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;
/** Hosts remembered; the least recently used one goes first. */
const HOSTS_MAX = 5000;

/** @param perMinute questions to one host over all calls; 0 lifts it, but not what hosts say themselves. */
export function createRegistryRateLimiter(perMinute: number, waits: Waits = WAITS): RegistryRateLimiter {
  const gapMs = perMinute === 0 ? 0 : 60_000 / perMinute;
  const burstMs = Math.max(gapMs, 60_000 * BURST);
  /** Theoretical arrival times (GCRA), on the clock of performance.now(), which lie no further ahead than an entry is kept. */
  const arrivals = new Cache<string, number>({
    max: HOSTS_MAX,
    ttlMs: burstMs + waits.registryTurnMs + gapMs,
  });
  /** When hosts that said that we ask too often want to be asked again, on the same clock. */
  const rests = new Cache<string, number>({ max: HOSTS_MAX, ttlMs: PAUSE_MAX_S * 1000 });

  /** Milliseconds until the turn of one more question, which has that turn then; null where that is too long. */
  function takeTurn(host: string): number | null {
    if (gapMs === 0) return 0;
    const limit = { units: burstMs / gapMs, windowMs: burstMs };
    const { granted, retryAfterMs, tat } = decide(limit, arrivals.get(host) ?? 0, 1, performance.now());
    if (retryAfterMs > waits.registryTurnMs) return null;
    arrivals.set(host, granted ? tat : tat + gapMs);
    return retryAfterMs;
  }

  function restMs(host: string): number {
    return Math.max(0, (rests.get(host) ?? 0) - performance.now());
  }

  return {
    async enter(host, signal) {
      if (signal.aborted) return "timeout";
      if (restMs(host) > 0) return "rate_limited";
      const waitMs = takeTurn(host);
      if (waitMs === null) return "held_back";
      if (waitMs === 0) return "go";
      if (!(await delay(waitMs, signal))) return "timeout";
      // The host may have said so meanwhile.
      return restMs(host) > 0 ? "rate_limited" : "go";
    },
    backOff(host, seconds) {
      const pauseMs = Math.min(PAUSE_MAX_S, Math.max(1, seconds ?? PAUSE_S)) * 1000;
      rests.set(host, performance.now() + Math.max(restMs(host), pauseMs));
    },
    restS(host) {
      const leftMs = restMs(host);
      return leftMs > 0 ? Math.ceil(leftMs / 1000) : null;
    },
  };
}
