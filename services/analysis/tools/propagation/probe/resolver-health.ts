import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Net } from "@dnstools/net";
import type { Candidate, ResolverHealth } from "../observations.ts";
import { type Check, checkResolver, leftInTime } from "./check-resolver.ts";
import { createDenials } from "./denials.ts";
import { HealthTable } from "./health-table.ts";
import { Interception, type InterceptionCheck } from "./interception.ts";

/** Milliseconds that a country counts as asked for; between looks at what is due, and resolvers checked at each. */
const ASKED_MS = 3_600_000;
const TICK_MS = 5000;
const TICK_CHECKS = 10;

/** The health of public resolvers, over all calls. */
export class ResolversHealth {
  readonly denials = createDenials();
  private readonly session: Net["session"];
  private readonly waits: Waits;
  private readonly table = new HealthTable();
  private readonly interception: Interception;
  /** No `SingleFlight` of concurrency: what is being checked is not due again, and a check goes on without its callers. */
  private readonly running = new Map<string, Promise<ResolverHealth>>();
  /** Countries that are asked for, when each was last, and their resolvers. */
  private readonly countries = new Map<
    string,
    { readonly at: number; readonly candidates: readonly Candidate[] }
  >();
  private timer: Timer | null = null;

  /** @param session begins a session of its own, since what it finds out is for all calls. */
  constructor(session: Net["session"], waits: Waits = WAITS) {
    this.session = session;
    this.waits = waits;
    this.interception = new Interception(session, waits, () => this.table.answered());
  }

  /** The latest check of a resolver; null where it was never checked, or too long ago. */
  latest(ip: string): ResolverHealth | null {
    return this.table.get(ip);
  }

  /** Checks it now, once for all callers that wait, within `resolverCheckMs`. */
  check(candidate: Candidate): Promise<ResolverHealth> {
    const { ip } = candidate;
    const running = this.running.get(ip) ?? this.run(candidate).finally(() => this.running.delete(ip));
    this.running.set(ip, running);
    return running;
  }

  /** A healthy resolver answered nothing: it is checked again, and counts as healthy until that is done. */
  suspect(candidate: Candidate): void {
    void this.check(candidate);
  }

  /** A country was asked for: its resolvers are checked again when due from now on, as long as it is asked for. */
  keepFresh(country: string, candidates: readonly Candidate[]): void {
    this.countries.set(country, { at: performance.now(), candidates });
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Whether something in our own network answers in place of others; null where that could not be found out. */
  intercepted(): Promise<InterceptionCheck | null> {
    return this.interception.check();
  }

  /** The count of resolvers in each state. */
  counts(): Iterable<readonly [{ readonly state: string }, number]> {
    return this.table.counts();
  }

  /** Resolvers that are being checked, countries that are asked for, and whether the timer runs, which it does while there are any. */
  get state() {
    const { running, countries, timer } = this;
    return { checking: [...running.keys()], countries: [...countries.keys()], ticking: timer !== null };
  }

  private async run(candidate: Candidate): Promise<ResolverHealth> {
    const start = performance.now();
    const { soon, last } = checkResolver(this.session, candidate, this.waits);
    const { health, isAnswered } = await soon;
    if (isAnswered) this.table.answered();
    // Silence is certain when all questions have ended: until then it stands only where there is no earlier check.
    if (health.fault !== "silent" || this.table.get(candidate.ip) === null)
      this.table.put(candidate.ip, health, start);
    void last.then((check) => this.end(candidate, health, check, start));
    return health;
  }

  /** @param before what the check found until `resolverCheckMs` were over. */
  private end({ ip }: Candidate, before: ResolverHealth, { health, isAnswered }: Check, start: number): void {
    if (isAnswered) this.table.answered();
    const isUnsure = health.fault === "silent" && !leftInTime(health, this.waits);
    if (!isUnsure) this.table.put(ip, health, start);
    if (isUnsure || health.state === "unknown") this.table.withdraw(ip, before);
  }

  /** Checks what is due of countries that are asked for; stops when none is any more. */
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
