import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import { type Checked, checkResolver, GOOD, type ResolverCheck } from "./check-resolver.ts";

/** Milliseconds that a check stands, and that the check of a good resolver stands while the next is made. */
const STANDS_MS = 30_000;
const GOOD_STANDS_MS = 60_000;
/** Milliseconds within which many doubtful answers cause one check. */
const NOW_MS = 1000;

/**
 * One of our resolvers, and what its checks found:
 *
 *     unchecked ──► good ──► faulty: checked again every 30 s without a call
 *         │          ▲          │ ▲
 *         │          └──────────┘ │ a check that is not answered changes nothing:
 *         └───────────────────────┘ what was found stands until the resolver answers well
 */
export class CheckedResolver {
  readonly resolver: DnsServer;
  /** Whether it ever gave a usable answer to a check. */
  isHeard = false;
  private readonly ask: DnsClient["ask"];
  private readonly onEnd: (resolver: CheckedResolver, found: boolean) => void;
  /** The last check that came to a verdict, and since when it stands, on the clock of performance.now(). */
  private last: ResolverCheck | null = null;
  private foundAt = 0;
  /** What the last check came to, with a verdict or without, and when it ended. */
  private tried: ResolverCheck | null = null;
  private triedAt = Number.NEGATIVE_INFINITY;
  private underWay: Promise<ResolverCheck | null> | null = null;
  /** The next check of a faulty resolver: it recovers without a call. */
  private again: Timer | null = null;

  /** @param onEnd called when a check has ended. `found`: whether it came to a verdict. */
  constructor(resolver: DnsServer, ask: DnsClient["ask"], onEnd: CheckedResolver["onEnd"]) {
    this.resolver = resolver;
    this.ask = ask;
    this.onEnd = onEnd;
  }

  get state(): "unchecked" | "good" | "faulty" {
    if (this.last === null) return "unchecked";
    return this.last.fault === null ? "good" : "faulty";
  }

  /** What was found against it; null where nothing was. */
  get fault() {
    return this.last?.fault ?? null;
  }

  /** The last check, where it stands. Begins the next where a good resolver's is old. */
  known(): ResolverCheck | null {
    if (this.isYounger(STANDS_MS)) return this.last;
    if (this.state === "faulty") return null;
    const sinceMs = performance.now() - this.triedAt;
    if (!this.isYounger(GOOD_STANDS_MS) && sinceMs >= STANDS_MS) return null;
    if (sinceMs >= NOW_MS) void this.begin();
    return GOOD;
  }

  /** A check of the last second, or made now. Null where it came to no verdict, and none stands against the resolver. */
  check(): Promise<ResolverCheck | null> {
    return performance.now() - this.triedAt < NOW_MS ? Promise.resolve(this.tried) : this.begin();
  }

  /** Checks it now, or waits for the check under way. */
  begin(): Promise<ResolverCheck | null> {
    this.underWay ??= checkResolver(this.resolver, this.ask).then((checked) => this.end(checked));
    return this.underWay;
  }

  private isYounger(ms: number): boolean {
    return this.last !== null && performance.now() - this.foundAt < ms;
  }

  private end({ check, heard }: Checked): ResolverCheck | null {
    this.underWay = null;
    this.isHeard ||= heard;
    this.triedAt = performance.now();
    this.tried = check ?? (this.state === "faulty" ? this.last : null);
    if (this.tried !== null) {
      this.last = this.tried;
      this.foundAt = this.triedAt;
    }
    if (this.again !== null) clearTimeout(this.again);
    this.again = this.state === "faulty" ? setTimeout(() => void this.begin(), STANDS_MS).unref() : null;
    this.onEnd(this, check !== null);
    return this.tried;
  }
}
