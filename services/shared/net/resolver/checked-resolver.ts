import type { ResolverFault } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import { type Abilities, learnAbilities, UNLEARNED } from "./abilities.ts";
import { type Checked, checkResolver, GOOD, type ResolverCheck } from "./check-resolver.ts";

/**
 * Milliseconds for which a check is valid. The check of a good resolver remains valid for GOOD_STANDS_MS while the
 * next check runs.
 */
const STANDS_MS = 30_000;
const GOOD_STANDS_MS = 60_000;
/** Milliseconds for which the abilities of a resolver are valid. */
const ABLE_MS = 600_000;
/** Minimum milliseconds between two checks of the same resolver, whatever the number of doubtful answers. */
const NOW_MS = 1000;

/** The rank of a resolver that answered nothing in its last check. */
export const SILENT = 2;

/**
 * What is known about one of our own resolvers: a fault, or whether it answers. `incomplete`: it answers only some of
 * the queries of a check. Null before the first check has ended.
 */
export type ResolverVerdict = ResolverFault | "ok" | "silent" | "incomplete" | null;

/**
 * One of our own resolvers, with the results of its checks:
 *
 *     unchecked ──► good ──► faulty: checked again every 30 s without a call
 *         │          ▲          │ ▲
 *         │          └──────────┘ │
 *         └───────────────────────┘
 *
 * An unanswered check does not change the state: a faulty resolver remains faulty until it passes a check.
 */
export class CheckedResolver {
  readonly resolver: DnsServer;
  /** True if the resolver has ever returned a usable answer to a check. */
  isHeard = false;
  /** True if the resolver answered the last check. */
  answers = false;
  /** What the resolver can do; learned after the first check that it passes. */
  abilities: Abilities = UNLEARNED;
  /** Ends when the abilities are known; null before the first check that the resolver passes. */
  learning: Promise<void> | null = null;
  /** True if the resolver answered its last check late. */
  isSlow = false;
  private learnedAt = Number.NEGATIVE_INFINITY;
  private readonly ask: DnsClient["ask"];
  private readonly onEnd: (resolver: CheckedResolver, found: boolean) => void;
  private readonly onLearned: (resolver: CheckedResolver, before: Abilities) => void;
  /** The last check that reached a verdict, and when it ended, on the clock of performance.now(). */
  private last: ResolverCheck | null = null;
  private foundAt = 0;
  /** The result of the last check, with or without a verdict, and when that check ended. */
  private tried: ResolverCheck | null = null;
  private triedAt = Number.NEGATIVE_INFINITY;
  private underWay: Promise<ResolverCheck | null> | null = null;
  /** Timer for the next check of a faulty or silent resolver, so that it can recover even without a call. */
  private again: Timer | null = null;
  private isStopped = false;
  /** True if the next check waits for the answers of a slow resolver. */
  private isPatient = false;

  /**
   * @param onEnd called when a check has ended; `found` is true if the check reached a verdict.
   * @param onLearned called when the abilities are known, with those that were known before.
   */
  constructor(
    resolver: DnsServer,
    ask: DnsClient["ask"],
    onEnd: CheckedResolver["onEnd"],
    onLearned: CheckedResolver["onLearned"] = () => {},
  ) {
    this.resolver = resolver;
    this.ask = ask;
    this.onEnd = onEnd;
    this.onLearned = onLearned;
  }

  get state(): "unchecked" | "good" | "faulty" {
    if (this.last === null) return "unchecked";
    return this.last.fault === null ? "good" : "faulty";
  }

  /** The fault that the last check found; null if there is none. */
  get fault() {
    return this.last?.fault ?? null;
  }

  /** True if the last check that reached a verdict found that the resolver validates DNSSEC; null before. */
  get validates(): boolean | null {
    return this.last === null ? null : this.last.validates;
  }

  /** The place in which to query the resolver: those that answer, the unchecked ones, then those that are SILENT. */
  get rank(): number {
    if (this.answers) return 0;
    return this.isTried ? SILENT : 1;
  }

  private get isTried(): boolean {
    return this.triedAt !== Number.NEGATIVE_INFINITY;
  }

  get verdict(): ResolverVerdict {
    if (!this.isTried) return null;
    if (this.fault !== null) return this.fault;
    if (!this.answers) return "silent";
    return this.state === "good" ? "ok" : "incomplete";
  }

  /** Returns the last check if it is still valid. Starts the next check if that of a good resolver is old. */
  known(): ResolverCheck | null {
    if (this.isYounger(STANDS_MS)) return this.last;
    if (this.state === "faulty") return null;
    const sinceMs = performance.now() - this.triedAt;
    if (!this.isYounger(GOOD_STANDS_MS) && sinceMs >= STANDS_MS) return null;
    if (sinceMs >= NOW_MS) void this.begin();
    return this.last ?? GOOD;
  }

  /**
   * Returns a check from the last second, or runs a check now. Returns null if the check reached no verdict and the
   * resolver is not known to be faulty.
   */
  check(): Promise<ResolverCheck | null> {
    return performance.now() - this.triedAt < NOW_MS ? Promise.resolve(this.tried) : this.begin();
  }

  /** Starts a check, or joins the one in progress. */
  begin(): Promise<ResolverCheck | null> {
    this.underWay ??= checkResolver(this.resolver, this.ask, this.isPatient).then((checked) =>
      this.end(checked),
    );
    return this.underWay;
  }

  private isYounger(ms: number): boolean {
    return this.last !== null && performance.now() - this.foundAt < ms;
  }

  private end({ check, heard, isSlow }: Checked): ResolverCheck | null {
    this.underWay = null;
    this.answers = heard;
    this.isSlow = isSlow;
    this.isHeard ||= heard;
    this.triedAt = performance.now();
    this.tried = check ?? (this.state === "faulty" ? this.last : null);
    if (this.tried !== null) {
      this.last = this.tried;
      this.foundAt = this.triedAt;
    }
    if (this.again !== null) clearTimeout(this.again);
    const isRepeated = !this.isStopped && (this.state === "faulty" || !heard);
    // A resolver that seems to be silent may only be slow, which a second check shows.
    const afterMs = heard || this.isPatient ? STANDS_MS : 0;
    this.isPatient = !heard || isSlow;
    this.again = isRepeated ? setTimeout(() => void this.begin(), afterMs).unref() : null;
    if (this.state === "good" && this.triedAt - this.learnedAt > ABLE_MS) this.learning = this.learn();
    this.onEnd(this, check !== null);
    return this.tried;
  }

  private async learn(): Promise<void> {
    this.learnedAt = this.triedAt;
    const found = await learnAbilities(this.resolver, this.ask);
    const before = this.abilities;
    this.abilities = { ...found, filters: before.filters };
    this.onLearned(this, before);
  }

  /** Ends the checks in the background, because the resolver is no longer used. */
  stop(): void {
    if (this.again !== null) clearTimeout(this.again);
    this.isStopped = true;
  }
}
