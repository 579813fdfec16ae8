import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";

/**
 * Counts and limits the exchanges of one call, and collects their evidence. An exchange gets its number when it
 * begins, and its evidence when it ends.
 */
export class EvidenceLog {
  /** Fires at the end of the call. */
  readonly signal: AbortSignal;
  /** Maximum number of exchanges. */
  readonly most: number;
  private begun = 0;
  /** Evidence by the number of its exchange. An exchange that has not ended, or is not kept, leaves a hole. */
  private readonly ended: Evidence[] = [];
  private readonly progress: WorkProgress;

  /** @param progress receives the call's number of exchanges. */
  constructor(signal: AbortSignal, most: number, progress = new WorkProgress()) {
    this.signal = signal;
    this.most = most;
    this.progress = progress;
  }

  /** Number of exchanges that have begun. */
  get count(): number {
    return this.begun;
  }

  /** True if no further exchange may begin: the call has ended, or the limit is reached. */
  get isSpent(): boolean {
    return this.signal.aborted || this.begun >= this.most;
  }

  /**
   * Begins an exchange, even beyond the limit.
   * @returns the number of the exchange, to be passed to `end`.
   */
  begin(): number {
    this.begun += 1;
    this.progress.total += 1;
    return this.begun;
  }

  /**
   * Adds the evidence of an exchange. An exchange that was cut short by the end of the call says nothing about the
   * server, so its outcome becomes `unknown(budget)`.
   */
  end<T>(number: number, { outcome, evidence }: Exchange<T>): Outcome<T> {
    this.pass();
    const cut = evidence.reason === "timeout" && this.signal.aborted;
    this.ended[number] = numbered(number, evidence, cut ? "budget" : evidence.reason);
    return cut ? unknown("budget") : outcome;
  }

  /** Ends an exchange without keeping its evidence. */
  pass(): void {
    this.progress.done += 1;
  }

  /** Adds the evidence of an exchange that was not made for this call only, such as the check of a resolver. */
  add(evidence: Omit<Evidence, "id">): void {
    const number = this.begin();
    this.ended[number] = numbered(number, evidence, evidence.reason);
    this.pass();
  }

  /**
   * Gives a reason to the evidence of the exchanges about a question with one of our own resolvers, or with all.
   * @param question as `askedText` formats it, without flags.
   */
  blameResolver(question: string, resolver: DnsServer | null, reason: Reason): void {
    for (const [number, one] of this.ended.entries()) {
      const isAsked = one?.server === "resolver" && `${one.question} `.startsWith(`${question} `);
      if (isAsked && (resolver === null || one.address.split("#")[0] === resolver.address))
        this.ended[number] = { ...one, reason };
    }
  }

  /** The evidence of all finished exchanges, in the order in which they began. */
  get evidence(): readonly Evidence[] {
    // `filter` leaves out the holes.
    return this.ended.filter(() => true);
  }
}

/** Returns the evidence with its number. The members are named because spreading an object takes longer. */
function numbered(number: number, evidence: Omit<Evidence, "id">, reason: Evidence["reason"]): Evidence {
  const { question, server, address, transport, rcode, flags, errors, nsid, ttl, elapsedMs, at } = evidence;
  const id = String(number);
  return { id, question, server, address, transport, rcode, flags, errors, nsid, ttl, elapsedMs, at, reason };
}
