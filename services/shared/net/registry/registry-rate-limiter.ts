import { delay } from "@dnstools/concurrency/abortable";
import { Cache } from "@dnstools/concurrency/cache";
import { decide } from "@dnstools/concurrency/rate-limiter";
import { WAITS, type Waits } from "@dnstools/core/waits";

/** Limits the rate of requests to registries. Applies our own limit, and the pauses that registries request. */
export type RegistryRateLimiter = {
  /**
   * Waits briefly for a turn at a host. Resolves with `go` if the host may be queried, `held_back` if our own limit is
   * reached, `rate_limited` if the host has requested a pause, and `timeout` if the signal fires first.
   */
  readonly enter: (
    host: string,
    signal: AbortSignal,
  ) => Promise<"go" | "held_back" | "rate_limited" | "timeout">;
  /**
   * Records that a host reported too many requests.
   * @param seconds the pause that the host requested; null if it did not specify one.
   */
  readonly backOff: (host: string, seconds: number | null) => void;
  /** Returns the seconds until a host may be queried again; null if it has not requested a pause. */
  readonly restS: (host: string) => number | null;
};

/**
 * Share of the requests per minute that may be sent in a burst. A call with 64 addresses sends about 13 requests to
 * each of five registries.
 */
const BURST = 1 / 4;
/** Pause in seconds if the host does not specify one; PAUSE_MAX_S is the maximum pause. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;
/** Maximum number of hosts whose state is kept; the least recently used host is evicted first. */
const HOSTS_MAX = 5000;

/**
 * Creates a rate limiter for registries.
 * @param perMinute maximum number of requests per minute to one host, across all calls; 0 for no limit other than the
 * pauses that hosts request.
 */
export function createRegistryRateLimiter(perMinute: number, waits: Waits = WAITS): RegistryRateLimiter {
  const gapMs = perMinute === 0 ? 0 : 60_000 / perMinute;
  const burstMs = Math.max(gapMs, 60_000 * BURST);
  /**
   * Theoretical arrival time (GCRA) of the next request to each host, on the clock of performance.now(). It is never
   * further ahead than the lifetime of its entry.
   */
  const arrivals = new Cache<string, number>({
    max: HOSTS_MAX,
    ttlMs: burstMs + waits.registryTurnMs + gapMs,
  });
  /** Time at which the requested pause of each host ends, on the clock of performance.now(). */
  const rests = new Cache<string, number>({ max: HOSTS_MAX, ttlMs: PAUSE_MAX_S * 1000 });

  /** Reserves the next turn at a host. Returns the milliseconds until the turn; null if the wait would be too long. */
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
      // The host may have requested a pause while the request waited for its turn.
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
