import { CallerQueues } from "./caller-queues.ts";
import type { InFlightQuery } from "./in-flight-query.ts";
import { ResolverLimits } from "./resolver-limits.ts";
import type { DnsServer } from "./server.ts";
import type { ResolverTurn, Turn } from "./turn.ts";

/**
 * Maximum number of queries in flight that the resolver may not have read yet. A socket's buffer holds 277 queries
 * (Linux: 212,992 bytes, 768 for each datagram), and other processes query the resolver too. The resolver reads
 * queries in the order in which they were sent, so a response proves that all earlier queries have been read. A refusal
 * does not count, because the refused queries may be more than the resolver takes.
 */
const UNREAD_MAX = 200;
/**
 * Maximum number of queries that each tick adds while the resolver answers nothing because all its queries wait for
 * other servers.
 */
const TICK_MAX = 48;
/**
 * Maximum number of queries that each tick sends again to a resolver that answers others: if it has a limit, it shows
 * by the first of them, and the others wait for their turn.
 */
const REPEATS_MAX = 4;
/** Milliseconds within which a repeated query is answered if only the first one was dropped. */
const QUICK_MS = 250;
/** Milliseconds before its deadline at which a refused query is asked again even if many are in flight. */
const LATE_MS = 500;

/**
 * Limits the number of queries sent to one of our own resolvers at a time: a large burst would overflow the resolver's
 * socket buffer, and queries would be lost; and a resolver may take fewer (ResolverLimits). Callers take turns.
 * `FairSemaphore` of concurrency does not fit: the limit applies to queries that the resolver may not have read yet,
 * and a response to a later query proves that earlier ones have been read.
 */
export class SendWindow {
  readonly limits = new ResolverLimits();
  private readonly queues = new CallerQueues<WindowTurn>();
  private active = 0;
  /** Sequence number of the last query sent, and of the last query that the resolver is known to have read. */
  private sent = 0;
  private heard = 0;
  /** Number of responses from the resolver. */
  private responses = 0;
  /** Number of queries sent again since the last tick. */
  private repeats = 0;

  /**
   * Starts a query now, or when its turn comes.
   * @param of identifies the caller; queries of the same caller wait in one queue.
   */
  take(query: InFlightQuery, of: object): void {
    this.admit(new WindowTurn(this, query, of));
  }

  /** Starts the query of a turn now, or when the turn comes. */
  admit(turn: WindowTurn): void {
    if (this.queues.isEmpty && this.hasRoom()) this.begin(turn);
    else this.queues.push(turn, turn.of);
  }

  /**
   * Removes a caller's queue.
   * @returns the turns that were waiting in the queue.
   */
  withdraw(of: object): readonly WindowTurn[] {
    return this.queues.withdraw(of);
  }

  /** Starts waiting queries even if no response has come. Must be called periodically. */
  tick(now: number): void {
    this.repeats = 0;
    this.limits.tick(now, !this.queues.isEmpty);
    for (let i = 0; i < TICK_MAX && this.limits.hasRoom(this.active); i++) if (!this.next()) return;
  }

  /** Ends a turn; see Turn. */
  leave(turn: WindowTurn, answeredAt: number | null): void {
    if (answeredAt !== null) {
      this.responses++;
      if (turn.number > this.heard) this.heard = turn.number;
      if (!turn.isRepeat && !turn.isBelieved) this.limits.onAnswered();
      else if (turn.isRepeat && answeredAt >= turn.repeatedAt && performance.now() - answeredAt < QUICK_MS)
        this.limits.onDropped(turn.first, this.sent);
    }
    this.release(turn);
  }

  /** Notes that the resolver refused a query; see ResolverTurn. */
  refused(turn: WindowTurn): boolean {
    turn.isBelieved = this.limits.isCalm(this.active - 1) || this.refusesAll(turn);
    if (turn.isBelieved) return false;
    this.responses++;
    this.limits.onRefused(turn.number, this.sent, this.active - 1);
    this.release(turn);
    return true;
  }

  /** Decides when a query is sent again; see ResolverTurn. */
  repeat(turn: WindowTurn, now: number, deadline: number): "now" | "later" | "queued" {
    const { limits } = this;
    // The limit is known, so the query waits for its turn among all others.
    if (limits.hasRate || (turn.isRefused && limits.hasActiveMax)) {
      turn.isRepeat = true;
      this.release(turn);
      this.admit(turn);
      return "queued";
    }
    // A resolver that answers nothing at all is not limited but dead.
    if (!this.hasRespondedSince(turn)) return "now";
    const isIdle = limits.isIdle(this.active);
    if (turn.isRefused && !isIdle && now < deadline - LATE_MS) return "later";
    if (this.repeats++ >= REPEATS_MAX) return "later";
    turn.isRepeat = true;
    turn.isCrowded = !isIdle;
    turn.repeatedAt = now;
    if (!turn.isActive) this.active++;
    turn.isActive = true;
    return "now";
  }

  /** Returns true if the resolver has sent a response since the query of a turn was sent. */
  hasRespondedSince(turn: WindowTurn): boolean {
    return this.responses > turn.responsesBefore;
  }

  /**
   * Returns true if a resolver that refused a query answers nothing, and had no earlier query in hand: it has responded
   * to as many queries since this one was sent as were in flight then.
   */
  private refusesAll(turn: WindowTurn): boolean {
    return !this.limits.isAnswering && this.responses - turn.responsesBefore >= turn.activeBefore;
  }

  private begin(turn: WindowTurn): void {
    turn.activeBefore = this.active;
    this.active++;
    turn.isActive = true;
    turn.number = ++this.sent;
    turn.responsesBefore = this.responses;
    if (turn.isRepeat) {
      turn.repeatedAt = performance.now();
      turn.isCrowded = !this.limits.isIdle(this.active);
    } else turn.first = turn.number;
    this.limits.onSent();
    turn.query.start(turn);
  }

  private release(turn: WindowTurn): void {
    if (turn.isActive) this.active--;
    turn.isActive = false;
    while (!this.queues.isEmpty && this.hasRoom()) if (!this.next()) return;
  }

  private hasRoom(): boolean {
    return this.limits.hasRoom(this.active) && Math.min(this.active, this.sent - this.heard) < UNREAD_MAX;
  }

  /** Starts the next waiting query. Returns false if no query is waiting. */
  private next(): boolean {
    for (let turn = this.queues.shift(); turn !== undefined; turn = this.queues.shift()) {
      if (turn.query.ended) continue;
      this.begin(turn);
      return true;
    }
    return false;
  }
}

/**
 * A query at one of our own resolvers:
 *
 *     queued ──► sent ──► ended
 *        ▲         │ a second without an answer, or refused
 *        │         ▼
 *        └── sent again: at once, or, if the resolver is limited, when its turn comes
 */
export class WindowTurn implements Turn, ResolverTurn {
  readonly query: InFlightQuery;
  /** Identifies the caller. */
  readonly of: object;
  private readonly window: SendWindow;
  /** True while the query counts as in flight. */
  isActive = false;
  /** Sequence number of the query, and the number under which it was first sent. */
  number = 0;
  first = 0;
  /** Number of responses that the resolver had sent before the query was sent. */
  responsesBefore = 0;
  /** Number of queries in flight before the query was sent. */
  activeBefore = 0;
  isRefused = false;
  /** True if a refusal of the query is its answer. */
  isBelieved = false;
  /** True if the query was sent again, or waits for it; true if it was while others were in flight. */
  isRepeat = false;
  isCrowded = false;
  repeatedAt = 0;

  constructor(window: SendWindow, query: InFlightQuery, of: object) {
    this.window = window;
    this.query = query;
    this.of = of;
  }

  get resolver(): ResolverTurn {
    return this;
  }

  leave(answeredAt: number | null): void {
    this.window.leave(this, answeredAt);
  }

  refused(): boolean {
    this.isRefused = this.window.refused(this);
    return this.isRefused;
  }

  repeat(now: number, deadline: number): "now" | "later" | "queued" {
    return this.window.repeat(this, now, deadline);
  }

  get isLimited(): boolean {
    const { limits } = this.window;
    const isCrowded = this.isCrowded && limits.hasActiveMax;
    if (this.isRefused && (limits.isSuspect || isCrowded || !this.isRepeat)) return true;
    return limits.hasRate && (limits.isAnswering || this.window.hasRespondedSince(this));
  }
}

/**
 * Holds one send window for each of our own resolvers, so that a dead resolver does not delay queries to the others.
 */
export class SendWindows {
  private readonly windows = new Map<string, SendWindow>();

  at({ address, port }: DnsServer): SendWindow {
    const key = `${address}#${port}`;
    let window = this.windows.get(key);
    if (window === undefined) {
      window = new SendWindow();
      this.windows.set(key, window);
    }
    return window;
  }

  /**
   * Removes a caller's queue from every window.
   * @returns the turns that were waiting in these queues.
   */
  withdraw(of: object): readonly { readonly window: SendWindow; readonly turns: readonly WindowTurn[] }[] {
    return [...this.windows.values()].map((window) => ({ window, turns: window.withdraw(of) }));
  }

  /** Starts waiting queries in every window even if no response has come. Must be called periodically. */
  tick(now: number): void {
    for (const window of this.windows.values()) window.tick(now);
  }
}
