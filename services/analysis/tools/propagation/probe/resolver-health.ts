import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Net } from "@dnstools/net";
import type { Candidate, ResolverHealth } from "../observations.ts";
import { type Check, checkResolver, leftInTime } from "./check-resolver.ts";
import { createDenials } from "./denials.ts";
import { HealthTable } from "./health-table.ts";

/**
 * Milliseconds for which a country counts as in use after a call. TICK_MS is the time between timer runs, TICK_CHECKS
 * the maximum number of checks per run.
 */
const ASKED_MS = 3_600_000;
const TICK_MS = 5000;
const TICK_CHECKS = 10;

/** The health of public resolvers, shared by all calls. */
export class ResolversHealth {
  readonly denials = createDenials();
  private readonly session: Net["session"];
  private readonly waits: Waits;
  private readonly table = new HealthTable();
  /**
   * Checks in progress. `SingleFlight` of concurrency does not fit, because the timer must skip resolvers that are
   * being checked, and a check continues even if its callers leave.
   */
  private readonly running = new Map<string, Promise<ResolverHealth>>();
  /** Countries in use, each with the time of the last call for it and its resolvers. */
  private readonly countries = new Map<
    string,
    { readonly at: number; readonly candidates: readonly Candidate[] }
  >();
  private timer: Timer | null = null;

  /** @param session creates a separate session for each check, because all calls share the result. */
  constructor(session: Net["session"], waits: Waits = WAITS) {
    this.session = session;
    this.waits = waits;
  }

  /** Returns the result of the last check of a resolver; null if there was none or the result has expired. */
  latest(ip: string): ResolverHealth | null {
    return this.table.get(ip);
  }

  /** Checks a resolver now and returns the result within `resolverCheckMs`. Concurrent callers share one check. */
  check(candidate: Candidate): Promise<ResolverHealth> {
    const { ip } = candidate;
    const running = this.running.get(ip) ?? this.run(candidate).finally(() => this.running.delete(ip));
    this.running.set(ip, running);
    return running;
  }

  /**
   * Checks a resolver again that counts as healthy but gave no answer. It counts as healthy until the check is
   * complete.
   */
  suspect(candidate: Candidate): void {
    void this.check(candidate);
  }

  /** Marks a country as in use, so that its resolvers are checked again whenever they are due. */
  keepFresh(country: string, candidates: readonly Candidate[]): void {
    this.countries.set(country, { at: performance.now(), candidates });
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Counts the resolvers in each state. */
  counts(): Iterable<readonly [{ readonly state: string }, number]> {
    return this.table.counts();
  }

  /**
   * Shows the resolvers being checked, the countries in use, and whether the timer runs. The timer runs while any
   * country is in use.
   */
  get state() {
    const { running, countries, timer } = this;
    return { checking: [...running.keys()], countries: [...countries.keys()], ticking: timer !== null };
  }

  private async run(candidate: Candidate): Promise<ResolverHealth> {
    const start = performance.now();
    const { soon, last } = checkResolver(this.session, candidate, this.waits);
    const { health, isAnswered } = await soon;
    if (isAnswered) this.table.answered();
    // A resolver is known to be silent only when all queries have completed. Until then, a missing answer must not
    // replace an earlier result.
    if (health.fault !== "silent" || this.table.get(candidate.ip) === null)
      this.table.put(candidate.ip, health, start);
    void last.then((check) => this.end(candidate, health, check, start));
    return health;
  }

  /**
   * Stores the final result of a check.
   * @param before the preliminary result of the same check, as known after `resolverCheckMs`.
   */
  private end({ ip }: Candidate, before: ResolverHealth, { health, isAnswered }: Check, start: number): void {
    if (isAnswered) this.table.answered();
    const isUnsure = health.fault === "silent" && !leftInTime(health, this.waits);
    if (!isUnsure) this.table.put(ip, health, start);
    if (isUnsure || health.state === "unknown") this.table.withdraw(ip, before);
  }

  /** Checks the resolvers that are due in countries in use. Stops the timer when no country is in use. */
  private tick(): void {
    const now = performance.now();
    for (const [country, { at }] of this.countries) if (now - at > ASKED_MS) this.countries.delete(country);
    if (this.countries.size === 0 && this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
    const due = [...this.countries.values()]
      .flatMap(({ candidates }) => candidates)
      .filter(({ ip }) => !this.running.has(ip) && this.table.isDue(ip));
    for (const candidate of due.slice(0, TICK_CHECKS)) this.suspect(candidate);
    this.table.prune();
  }
}
