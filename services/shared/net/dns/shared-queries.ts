import { onAbort } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Exchange } from "../exchange.ts";
import { Clock } from "./clock.ts";
import { askedText, evidenceOf, queryEvent } from "./evidence.ts";
import { InFlightQuery, type QueryContext, type QueryResult } from "./in-flight-query.ts";
import { type PermitParts, requestPermit } from "./permit.ts";
import { SendWindows } from "./send-window.ts";
import type { AskOptions, Caller, DnsServer } from "./server.ts";

/** Receives the exchange of a query. Must not throw. */
export type OnExchange = (exchange: Exchange<DnsReply>) => void;

/** A caller that waits for a query until its signal fires. */
type QueryWaiter = {
  readonly query: SharedQuery;
  readonly since: number;
  readonly done: OnExchange;
  /** Set of all waiters with the same signal. */
  readonly among: Set<QueryWaiter>;
};

/** A query in flight, and all callers that wait for it. */
type SharedQuery = {
  readonly key: string;
  readonly server: DnsServer;
  /** The question in the form that evidence shows. */
  readonly asked: string;
  readonly inFlight: InFlightQuery;
  readonly waiters: QueryWaiter[];
};

/**
 * Holds the queries in flight. Identical concurrent questions to the same server are sent only once:
 *
 *     query ──► queued ──► sent ──► decided: every waiter gets the same exchange
 *                 │          │
 *                 └──────────┴──► abandoned, when the signal of its last waiter fires
 *
 * A waiter whose signal fires leaves at once, with the reason `timeout` if its query was sent, otherwise `budget`; or
 * `resolver_limits` if the rate of our resolver is known to be limited.
 * `SingleFlight` of concurrency is not used: a busy host sends 100,000 queries a second, and one more promise for
 * each query would cost as much as handling the response to it.
 */
export class SharedQueries {
  private readonly queries = new Map<string, SharedQuery>();
  private readonly waitersOf = new WeakMap<AbortSignal, Set<QueryWaiter>>();
  private readonly windows = new SendWindows();
  private readonly clock = new Clock((now, stoodStillMs) => this.tick(now, stoodStillMs));
  private readonly context: QueryContext;
  private readonly permits: PermitParts;

  constructor(context: QueryContext, permits: PermitParts) {
    this.context = context;
    this.permits = permits;
  }

  /**
   * The number of queries in flight, the number of callers that wait for them, and whether the clock runs. The
   * clock runs while any query is in flight.
   */
  get state(): { readonly queries: number; readonly waiters: number; readonly ticking: boolean } {
    const waiters = [...this.queries.values()].reduce((sum, query) => sum + query.waiters.length, 0);
    return { queries: this.queries.size, waiters, ticking: this.clock.isRunning };
  }

  /**
   * Sends one question to one server, or joins the same query if it is in flight.
   * @param done called once, possibly before this method returns.
   */
  query(server: DnsServer, question: Question, caller: Caller, options: AskOptions, done: OnExchange): void {
    const asked = askedText(question, options);
    const since = performance.now();
    if (caller.signal.aborted) {
      done(cutShort(server, asked, options.tcp ? "tcp" : "udp", since, "budget"));
      return;
    }
    // The key contains the server's name because the evidence shows it.
    const key = `${server.upstream} ${server.name} ${server.address}#${server.port} ${asked} ${options.bytesMax ?? ""}`;
    const same = this.queries.get(key);
    const query = same ?? this.create(key, server, asked, question, options, caller.of);
    const among = this.waitersFor(caller.signal);
    const waiter: QueryWaiter = { query, since, done, among };
    among.add(waiter);
    query.waiters.push(waiter);
    if (same !== undefined) return;
    this.queries.set(key, query);
    this.clock.start();
    if (server.upstream === "recursor") this.windows.at(server).take(query.inFlight, caller.of);
    else void this.startPermitted(query.inFlight, options.bulk ?? false);
  }

  private create(
    key: string,
    server: DnsServer,
    asked: string,
    question: Question,
    options: AskOptions,
    of: object,
  ): SharedQuery {
    const inFlight = new InFlightQuery(server, question, options, of, this.context, (decided) =>
      this.tell(query, decided),
    );
    const query: SharedQuery = { key, server, asked, inFlight, waiters: [] };
    return query;
  }

  private async startPermitted(inFlight: InFlightQuery, bulk: boolean): Promise<void> {
    const permit = await requestPermit(this.permits, inFlight.server, inFlight.givenUp, bulk);
    if (permit.leave === null) inFlight.fail(permit.reason);
    else inFlight.start({ leave: permit.leave });
  }

  private tell({ key, server, asked, waiters }: SharedQuery, decided: QueryResult): void {
    this.queries.delete(key);
    const exchange = { outcome: decided.outcome, evidence: evidenceOf(server, asked, decided) };
    if (decided.sent) this.context.onEvent(queryEvent(server.upstream, decided));
    for (const waiter of waiters) {
      waiter.among.delete(waiter);
      waiter.done(exchange);
    }
  }

  /** Returns the set of waiters with a signal. One listener on the signal serves the whole set. */
  private waitersFor(signal: AbortSignal): Set<QueryWaiter> {
    const before = this.waitersOf.get(signal);
    if (before !== undefined) return before;
    const waiters = new Set<QueryWaiter>();
    onAbort(signal, () => this.cutShort(signal, waiters));
    this.waitersOf.set(signal, waiters);
    return waiters;
  }

  private cutShort(signal: AbortSignal, waiters: Set<QueryWaiter>): void {
    // The queues are emptied first. Otherwise each query that ends would start the next one in the queue, although no
    // caller waits for that one.
    const withdrawn = this.windows.withdraw(signal);
    for (const waiter of waiters) {
      const { server, asked, inFlight } = waiter.query;
      waiter.done(cutShort(server, asked, inFlight.firstTransport, waiter.since, this.silenceOf(inFlight)));
      this.leave(waiter);
    }
    waiters.clear();
    for (const { window, turns } of withdrawn)
      for (const turn of turns) if (!turn.query.ended) window.admit(turn);
  }

  /**
   * Returns the reason why a query has no answer when its caller leaves. A query that was never sent says nothing about
   * the server.
   */
  private silenceOf(inFlight: InFlightQuery): Reason {
    if (inFlight.started) return inFlight.silence;
    const { server } = inFlight;
    const isLimited = server.upstream === "recursor" && this.windows.at(server).limits.hasRate;
    return isLimited ? "resolver_limits" : "budget";
  }

  /** Removes a waiter from its query; the query is abandoned when its last waiter leaves. */
  private leave(waiter: QueryWaiter): void {
    const { key, inFlight, waiters } = waiter.query;
    waiters.splice(waiters.indexOf(waiter), 1);
    if (waiters.length > 0) return;
    this.queries.delete(key);
    inFlight.abandon();
  }

  /**
   * Calls the tick of every query in flight.
   * @returns true while any query is in flight.
   */
  private tick(now: number, stoodStillMs: number): boolean {
    this.windows.tick(now);
    for (const { inFlight } of this.queries.values()) inFlight.tick(now, stoodStillMs);
    return this.queries.size > 0;
  }
}

/**
 * Returns the exchange for a caller whose signal fired before a response came.
 * @param since time at which the caller began to wait, on the clock of performance.now().
 */
function cutShort(
  server: DnsServer,
  asked: string,
  transport: "udp" | "tcp",
  since: number,
  reason: Reason,
): Exchange<DnsReply> {
  const elapsedMs = performance.now() - since;
  const outcome = unknown(reason);
  const at = new Date(Date.now() - elapsedMs).toISOString();
  const times = { elapsedMs, lastMs: elapsedMs };
  const sent = reason !== "budget";
  const evidence = evidenceOf(server, asked, { outcome, transport, reply: null, at, ...times, sent });
  return { outcome, evidence };
}
