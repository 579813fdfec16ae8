/** Maximum number of queries in flight, which is about what resolvers accept. */
const ACTIVE_MAX = 900;
/** Lowest limits that are learned: a wrong lesson must not stop the work. */
const ACTIVE_LEAST = 32;
const PER_SECOND_LEAST = 10;
/** A rate above this one is no limit to us. */
const PER_SECOND_MOST = 1000;
/** Number of failures, and share of them among recent answers (one third: a quarter of all), that show a limit. */
const FAILURES_LEAST = 8;
const FAILURES_SHARE = 1 / 3;
/** Number of queries at which a resolver is as good as idle. */
const FEW = 8;
/** Milliseconds of a period of counting. The last and the current period are always more than the second of a repeat. */
const PERIOD_MS = 1500;
/** Share of what the resolver took that becomes the limit, and share of a rate that is left when it is too high again. */
const CAUTION = 0.8;
const DECREASE = 0.7;
/** Milliseconds between two increases, and their size as a share of the limit. */
const INCREASE_MS = 1000;
const INCREASE = 0.05;

/**
 * Learns from ordinary traffic how many queries one of our own resolvers takes: how many in flight (dnsmasq answers
 * REFUSED beyond `dns-forward-max`, 150), and how many a second (rate limits, for example of BIND and Unbound, drop
 * or refuse queries). Nothing is limited until a limit shows. As in TCP (RFC 5681), a limit falls at once when the
 * resolver takes less, at most once for the queries of one flight, and rises slowly while queries wait for it.
 *
 * In flight: at least 8 queries, and more than a quarter of the recent ones, are refused while others are in flight.
 * A few refusals say nothing, because a forwarder passes on what the servers of a name refuse.
 *
 * Rate: at least 8 queries, and more than a quarter of the recent ones, were silent or refused at first and answered
 * at once when sent again a second later. Silence alone says nothing: the names of a dead zone, such as of a dead
 * blocklist, stay silent the second time too, or are answered late.
 */
export class ResolverLimits {
  activeMax = ACTIVE_MAX;
  /** Maximum number of queries per second; Infinity means that no limit is known. */
  perSecond = Number.POSITIVE_INFINITY;
  /** Number of queries that may be sent now, if the rate is limited. */
  tokens = 0;
  /** Counts since the last period began, and in the period before. */
  private current = { sent: 0, answered: 0, refused: 0, dropped: 0 };
  private previous = { ...this.current };
  private periodAt = 0;
  private tickedAt = 0;
  private increasedAt = 0;
  /** Number of the last query that was sent before the last decrease; failures of earlier ones are part of it. */
  private decreasedAt = 0;
  /** The last decrease of `activeMax`, which is undone if it turns out that the number in flight is not the limit. */
  private undo: { readonly activeMax: number; readonly decreasedAt: number } | null = null;

  get hasRate(): boolean {
    return this.perSecond !== Number.POSITIVE_INFINITY;
  }

  /** True if the resolver dropped queries recently, so that a refusal may be its own and not that of a name's servers. */
  get isSuspect(): boolean {
    return this.hasRate || this.recent("dropped") > 0;
  }

  /** True if the resolver answered queries recently. */
  get isAnswering(): boolean {
    return this.recent("answered") > 0;
  }

  /** True if the number of queries in flight is limited further than at first. */
  get hasActiveMax(): boolean {
    return this.activeMax < ACTIVE_MAX;
  }

  hasRoom(active: number): boolean {
    return active < this.activeMax && (this.tokens >= 1 || !this.hasRate);
  }

  /** True if the resolver is as good as idle: few queries are in flight, and few were sent recently. */
  isCalm(active: number): boolean {
    return this.isIdle(active) && this.recent("sent") <= FEW;
  }

  /** True if few queries are in flight. */
  isIdle(active: number): boolean {
    return active <= FEW;
  }

  onSent(): void {
    this.current.sent++;
    if (this.hasRate) this.tokens--;
  }

  onAnswered(): void {
    this.current.answered++;
  }

  /**
   * The resolver refused a query.
   * @param number sequence number of the query; `sent` is that of the last query sent.
   * @param active number of other queries in flight.
   */
  onRefused(number: number, sent: number, active: number): void {
    if (this.undo !== null && number <= this.decreasedAt) {
      // What is in flight after all refusals is what the resolver took. If that is nothing, the limit is another one.
      if (this.isIdle(active)) this.undoDecrease(this.undo);
      else this.limitActive(active);
    }
    if (number <= this.decreasedAt || this.hasRate) return;
    this.current.refused++;
    if (this.isIdle(active) || !this.isMuch("refused")) return;
    this.undo = { activeMax: this.activeMax, decreasedAt: this.decreasedAt };
    this.limitActive(active);
    this.decreased(sent, "refused");
  }

  private limitActive(active: number): void {
    this.activeMax = Math.max(ACTIVE_LEAST, Math.min(this.activeMax, Math.floor(active * CAUTION)));
  }

  private undoDecrease({ activeMax, decreasedAt }: NonNullable<typeof this.undo>): void {
    this.activeMax = activeMax;
    this.decreasedAt = decreasedAt;
    this.undo = null;
  }

  /**
   * The resolver answered a query at once that it had refused or left without an answer a second before.
   * @param number sequence number under which the query was first sent; `sent` is that of the last query sent.
   */
  onDropped(number: number, sent: number): void {
    if (number <= this.decreasedAt) {
      this.onAnswered();
      return;
    }
    this.current.dropped++;
    if (!this.isMuch("dropped")) return;
    const answered = Math.max(this.current.answered, this.previous.answered) * CAUTION;
    this.perSecond = Math.max(PER_SECOND_LEAST, Math.min(answered, this.perSecond * DECREASE));
    this.tokens = Math.min(0, this.tokens);
    this.undo = null;
    this.decreased(sent, "dropped");
  }

  /** @param isWaited true if queries wait for these limits. */
  tick(now: number, isWaited: boolean): void {
    if (this.hasRate) {
      // A quarter of a second's queries may go at once: with the rate, they are what was answered in a second.
      const most = this.perSecond / 4;
      this.tokens = Math.min(most, this.tokens + ((now - this.tickedAt) / 1000) * this.perSecond);
    }
    this.tickedAt = now;
    if (now - this.periodAt >= PERIOD_MS) {
      this.previous = this.current;
      this.current = { sent: 0, answered: 0, refused: 0, dropped: 0 };
      this.periodAt = now;
    }
    if (isWaited && now - this.increasedAt >= INCREASE_MS) this.increase(now);
  }

  private increase(now: number): void {
    this.increasedAt = now;
    this.activeMax = Math.min(ACTIVE_MAX, Math.ceil(this.activeMax * (1 + INCREASE)));
    this.perSecond += Math.max(1, this.perSecond * INCREASE);
    if (this.perSecond > PER_SECOND_MOST) this.perSecond = Number.POSITIVE_INFINITY;
  }

  private decreased(sent: number, by: "refused" | "dropped"): void {
    this.decreasedAt = sent;
    this.increasedAt = this.tickedAt;
    this.current[by] = 0;
    this.previous[by] = 0;
  }

  private isMuch(failed: "refused" | "dropped"): boolean {
    const failures = this.recent(failed);
    return failures >= FAILURES_LEAST && failures > this.recent("answered") * FAILURES_SHARE;
  }

  private recent(what: "sent" | "answered" | "refused" | "dropped"): number {
    return this.current[what] + this.previous[what];
  }
}
