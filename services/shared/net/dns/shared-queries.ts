import { onAbort } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { unknown } from "@dnstools/core/tool/outcome";
import type { Exchange } from "../exchange.ts";
import { Clock } from "./clock.ts";
import { askedText, evidenceOf, queryEvent } from "./evidence.ts";
import { InFlightQuery, type QueryContext, type QueryResult } from "./in-flight-query.ts";
import { type PermitParts, requestPermit } from "./permit.ts";
import { SendWindows } from "./send-window.ts";
import type { AskOptions, DnsServer } from "./server.ts";

/** A caller that waits for a query until its signal fires. */
type QueryWaiter = {
  readonly server: DnsServer;
  /** The question in the form that evidence shows. */
  readonly asked: string;
  readonly transport: "udp" | "tcp";
  readonly since: number;
  readonly resolve: (exchange: Exchange<DnsReply>) => void;
  /** Set of all waiters with the same signal. */
  readonly among: Set<QueryWaiter>;
  query: SharedQuery | null;
};

/** A query in flight, and all callers that wait for it. */
type SharedQuery = {
  readonly key: string;
  readonly inFlight: InFlightQuery;
  readonly waiters: QueryWaiter[];
};

/**
 * Holds the queries in flight. Identical concurrent questions to the same server are sent only once:
 *
 *     ask ──► queued ──► sent ──► decided: every waiter gets the same exchange
 *               │          │
 *               └──────────┴──► abandoned, when the signal of its last waiter fires
 *
 * A waiter whose signal fires leaves at once, with the reason `timeout` if its query was sent, otherwise `budget`.
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

  /** Sends one question to one server, or joins the same query if it is in flight. Never rejects. */
  ask(
    server: DnsServer,
    question: Question,
    signal: AbortSignal,
    options: AskOptions,
  ): Promise<Exchange<DnsReply>> {
    const asked = askedText(question, options);
    const { promise, resolve } = Promise.withResolvers<Exchange<DnsReply>>();
    const among = this.waitersFor(signal);
    const transport = options.tcp ? "tcp" : "udp";
    const since = performance.now();
    const waiter: QueryWaiter = { server, asked, transport, since, resolve, among, query: null };
    if (signal.aborted) {
      resolve(cutShort(waiter));
      return promise;
    }
    among.add(waiter);
    // The key contains the server's name because the evidence shows it.
    const key = `${server.upstream} ${server.name} ${server.address}#${server.port} ${asked} ${options.bytesMax ?? ""}`;
    const same = this.queries.get(key);
    if (same === undefined) this.begin(key, waiter, question, options, signal);
    else {
      same.waiters.push(waiter);
      waiter.query = same;
    }
    return promise;
  }

  private begin(
    key: string,
    waiter: QueryWaiter,
    question: Question,
    options: AskOptions,
    signal: AbortSignal,
  ): void {
    const { server, asked } = waiter;
    const waiters = [waiter];
    const inFlight = new InFlightQuery(server, question, options, this.context, (decided) => {
      this.queries.delete(key);
      this.tell(waiters, server, asked, decided);
    });
    waiter.query = { key, inFlight, waiters };
    this.queries.set(key, waiter.query);
    this.clock.start();
    if (server.upstream === "recursor") this.windows.at(server).take(inFlight, options.of ?? signal);
    else void this.startPermitted(inFlight, options.bulk ?? false);
  }

  private async startPermitted(inFlight: InFlightQuery, bulk: boolean): Promise<void> {
    const permit = await requestPermit(this.permits, inFlight.server, inFlight.givenUp, bulk);
    if (permit.leave === null) inFlight.fail(permit.reason);
    else inFlight.start(permit.leave);
  }

  private tell(
    waiters: readonly QueryWaiter[],
    server: DnsServer,
    asked: string,
    decided: QueryResult,
  ): void {
    const exchange = { outcome: decided.outcome, evidence: evidenceOf(server, asked, decided) };
    if (decided.sent) this.context.onEvent(queryEvent(server.upstream, decided));
    for (const waiter of waiters) {
      waiter.among.delete(waiter);
      waiter.resolve(exchange);
    }
  }

  /** Returns the set of waiters with a signal. One listener on the signal serves the whole set. */
  private waitersFor(signal: AbortSignal): Set<QueryWaiter> {
    const before = this.waitersOf.get(signal);
    if (before !== undefined) return before;
    const waiters = new Set<QueryWaiter>();
    // A caller whose signal has already fired does not wait.
    if (!signal.aborted) onAbort(signal, () => this.cutShort(signal, waiters));
    this.waitersOf.set(signal, waiters);
    return waiters;
  }

  private cutShort(signal: AbortSignal, waiters: Set<QueryWaiter>): void {
    // The queues are emptied first. Otherwise each query that ends would start the next one in the queue, although no
    // caller waits for that one.
    const withdrawn = this.windows.withdraw(signal);
    for (const waiter of waiters) {
      waiter.resolve(cutShort(waiter));
      this.leave(waiter);
    }
    waiters.clear();
    for (const { window, queries } of withdrawn)
      for (const query of queries) if (!query.ended) window.take(query, query);
  }

  /** Removes a waiter from its query; the query is abandoned when its last waiter leaves. */
  private leave(waiter: QueryWaiter): void {
    if (waiter.query === null) return;
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
    this.windows.tick();
    for (const { inFlight } of this.queries.values()) inFlight.tick(now, stoodStillMs);
    return this.queries.size > 0;
  }
}

/**
 * Returns the exchange for a caller whose signal fired before a response came. A query that was never sent says
 * nothing about the server, so its reason is `budget`.
 */
function cutShort({ server, asked, transport, since, query }: QueryWaiter): Exchange<DnsReply> {
  const elapsedMs = performance.now() - since;
  const sent = query === null || query.inFlight.started;
  const outcome = unknown(sent ? "timeout" : "budget");
  const at = new Date(Date.now() - elapsedMs).toISOString();
  const times = { elapsedMs, lastMs: elapsedMs };
  const evidence = evidenceOf(server, asked, { outcome, transport, reply: null, at, ...times, sent });
  return { outcome, evidence };
}
