import { FAULTS, type ResolverHealth } from "../observations.ts";

/**
 * Milliseconds for which a check's result is valid. ALONE_MS applies to a silent resolver if no other resolver has
 * answered either.
 */
const STANDS_MS = 600_000;
const ALONE_MS = 30_000;
/**
 * Minimum and maximum milliseconds until a resolver in use is checked again. The time is chosen at random, in order to
 * spread the checks.
 */
const AGAIN_MS = { least: 480_000, most: 570_000 } as const;

type HealthEntry = { readonly health: ResolverHealth; readonly until: number; readonly dueAt: number };

/**
 * Results of the checks of public resolvers. Times are on the clock of performance.now().
 * `Cache` of concurrency does not fit, because a result is due for a new check before it expires, and metrics count
 * all valid results.
 *
 *     never checked ── put ──► healthy or faulty ── put ──► healthy or faulty
 *           ▲                        │ the result expires
 *           └────────────────────────┘
 */
export class HealthTable {
  private readonly entries = new Map<string, HealthEntry>();
  /** Time at which any resolver last answered, on the clock of performance.now(). */
  private lastAnswerAt = Number.NEGATIVE_INFINITY;

  /** Records that a resolver answered. */
  answered(): void {
    this.lastAnswerAt = performance.now();
  }

  /** Returns the result of the last check; null if there was none or the result has expired. */
  get(ip: string): ResolverHealth | null {
    const entry = this.entries.get(ip);
    return entry !== undefined && entry.until > performance.now() ? entry.health : null;
  }

  /**
   * Stores the result of a check, unless the resolver's state is unknown.
   * @param startedAt time at which the check began, on the clock of performance.now().
   */
  put(ip: string, health: ResolverHealth, startedAt: number): void {
    if (health.state === "unknown") return;
    const now = performance.now();
    // If no resolver has answered since the check began, our own network may be the cause.
    const isAlone = health.fault === "silent" && this.lastAnswerAt < startedAt;
    const { least, most } = AGAIN_MS;
    const againMs = least + Math.random() * (most - least);
    this.entries.set(ip, {
      health,
      until: now + (isAlone ? ALONE_MS : STANDS_MS),
      dueAt: now + (isAlone ? ALONE_MS : againMs),
    });
  }

  /** Removes the result of a resolver's check, unless a newer one has replaced it. */
  withdraw(ip: string, health: ResolverHealth): void {
    if (this.entries.get(ip)?.health === health) this.entries.delete(ip);
  }

  /** Returns true if a resolver is due for a new check; false if the resolver was never checked. */
  isDue(ip: string): boolean {
    return (this.entries.get(ip)?.dueAt ?? Number.POSITIVE_INFINITY) <= performance.now();
  }

  /** Removes expired results. */
  prune(): void {
    const now = performance.now();
    for (const [ip, { until }] of this.entries) if (until <= now) this.entries.delete(ip);
  }

  /** Counts the resolvers in each state, according to the results that are still valid. */
  *counts(): Iterable<readonly [{ readonly state: string }, number]> {
    const now = performance.now();
    const states = [...this.entries.values()]
      .filter(({ until }) => until > now)
      .map(({ health }) => health.fault ?? health.state);
    for (const state of ["healthy", ...FAULTS])
      yield [{ state }, states.filter((other) => other === state).length] as const;
  }
}
