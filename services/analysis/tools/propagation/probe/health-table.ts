import { FAULTS, type ResolverHealth } from "../observations.ts";

/** Milliseconds that what a check found stands, and that it stands where no other resolver answered either. */
const STANDS_MS = 600_000;
const ALONE_MS = 30_000;
/** Milliseconds after which a resolver in use is checked again, drawn at random so that the checks do not come all at once. */
const AGAIN_MS = { least: 480_000, most: 570_000 } as const;

type Entry = { readonly health: ResolverHealth; readonly until: number; readonly dueAt: number };

/**
 * What the checks of public resolvers found. Times are on the clock of performance.now().
 * No `Cache` of concurrency: a finding is due to be checked again before it ends, and metrics count all that stand.
 *
 *     never checked ── put ──► healthy or ill ── put ──► healthy or ill
 *           ▲                        │ until its time has passed
 *           └────────────────────────┘
 */
export class HealthTable {
  private readonly entries = new Map<string, Entry>();
  /** When any resolver answered last. */
  private lastAnswerAt = Number.NEGATIVE_INFINITY;

  /** A resolver answered. */
  answered(): void {
    this.lastAnswerAt = performance.now();
  }

  /** What the last check found; null where there was none, or too long ago. */
  get(ip: string): ResolverHealth | null {
    const entry = this.entries.get(ip);
    return entry !== undefined && entry.until > performance.now() ? entry.health : null;
  }

  /** Keeps what a check found; nothing where it could not find out. @param startedAt when the check began. */
  put(ip: string, health: ResolverHealth, startedAt: number): void {
    if (health.state === "unknown") return;
    const now = performance.now();
    // Where no resolver at all answered it may be our own network.
    const isAlone = health.fault === "silent" && this.lastAnswerAt < startedAt;
    const { least, most } = AGAIN_MS;
    const againMs = least + Math.random() * (most - least);
    this.entries.set(ip, {
      health,
      until: now + (isAlone ? ALONE_MS : STANDS_MS),
      dueAt: now + (isAlone ? ALONE_MS : againMs),
    });
  }

  /** Forgets a finding, unless another has taken its place. */
  withdraw(ip: string, health: ResolverHealth): void {
    if (this.entries.get(ip)?.health === health) this.entries.delete(ip);
  }

  /** Whether a resolver is to be checked again; false of those that were never checked. */
  isDue(ip: string): boolean {
    return (this.entries.get(ip)?.dueAt ?? Number.POSITIVE_INFINITY) <= performance.now();
  }

  /** Forgets what no longer stands. */
  prune(): void {
    const now = performance.now();
    for (const [ip, { until }] of this.entries) if (until <= now) this.entries.delete(ip);
  }

  /** How many resolvers are in each state now. */
  *counts(): Iterable<readonly [{ readonly state: string }, number]> {
    const now = performance.now();
    const states = [...this.entries.values()]
      .filter(({ until }) => until > now)
      .map(({ health }) => health.fault ?? health.state);
    for (const state of ["healthy", ...FAULTS])
      yield [{ state }, states.filter((other) => other === state).length] as const;
  }
}
