import { WAITS, type Waits } from "@dnstools/core/waits";

/** How often registries are asked: what is polite, and what they said themselves. */
export type RegistryPace = {
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

/** `free`: when its next question is due, in milliseconds of the process's clock; `until`: when it wants to be asked again. */
type Registry = { free: number; until: number };

/** Questions that may go at once, as part of a minute's worth: 64 addresses at once are some 13 at each of five registries. */
const BURST = 1 / 4;
/** Seconds of waiting where the host does not say, and at most. */
const PAUSE_S = 60;
const PAUSE_MAX_S = 3600;
/** Hosts remembered; those at rest are forgotten first. */
const HOSTS_MAX = 5000;

/** @param perMinute questions to one host over all calls; 0 lifts it, but not what hosts say themselves. */
export function createRegistryPace(perMinute: number, waits: Waits = WAITS): RegistryPace {
  const registries = new Map<string, Registry>();
  const gapMs = perMinute === 0 ? 0 : 60_000 / perMinute;
  const burstMs = Math.max(gapMs, 60_000 * BURST);

  function of(host: string): Registry {
    const known = registries.get(host);
    if (known !== undefined) return known;
    const now = performance.now();
    if (registries.size >= HOSTS_MAX) {
      for (const [key, { free, until }] of registries)
        if (free <= now && until <= now) registries.delete(key);
    }
    const registry = { free: 0, until: 0 };
    registries.set(host, registry);
    return registry;
  }

  return {
    async enter(host, signal) {
      if (signal.aborted) return "timeout";
      const registry = of(host);
      const now = performance.now();
      if (registry.until > now) return "rate_limited";
      const free = Math.max(registry.free, now) + gapMs;
      const waitMs = free - now - burstMs;
      if (waitMs > waits.registryTurnMs) return "held_back";
      registry.free = free;
      if (gapMs === 0 || waitMs <= 0) return "go";
      if (!(await waited(waitMs, signal))) return "timeout";
      // It may have said so meanwhile.
      return registry.until > performance.now() ? "rate_limited" : "go";
    },
    backOff(host, seconds) {
      const registry = of(host);
      const pauseMs = Math.min(PAUSE_MAX_S, Math.max(1, seconds ?? PAUSE_S)) * 1000;
      registry.until = Math.max(registry.until, performance.now() + pauseMs);
    },
    restS(host) {
      const leftMs = (registries.get(host)?.until ?? 0) - performance.now();
      return leftMs > 0 ? Math.ceil(leftMs / 1000) : null;
    },
  };
}

/** Whether some milliseconds passed before the signal fired. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = () => {
    clearTimeout(timer);
    resolve(false);
  };
  const timer = setTimeout(() => {
    signal.removeEventListener("abort", late);
    resolve(true);
  }, ms);
  signal.addEventListener("abort", late, { once: true });
  return promise;
}
