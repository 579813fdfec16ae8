import { onAbort } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";
import type { Count } from "@dnstools/net/lookup/memoised-queries";
import { type Choice, pickServer } from "./pick-server.ts";
import { QueryQueue } from "./query-queue.ts";
import { ServerWindow } from "./server-window.ts";

/** An answer, and the zone for which the server that returned it has authority; null for our resolver. */
export type ScheduledAnswer = { readonly outcome: Outcome<DnsReply>; readonly zone: string | null };

/** Options of a query. */
export type QueryOptions = {
  /** Query counter of the section that sends the query. */
  readonly count: Count;
  /** Aborts when the caller stops waiting. */
  readonly until: AbortSignal;
  readonly dnssec: boolean;
  /** True to send the query before those that wait. */
  readonly first: boolean;
};

type Query = QueryOptions & {
  readonly question: Question;
  readonly tried: Set<Server>;
  readonly resolve: (answer: ScheduledAnswer) => void;
};

/** A server of the zone, or our resolver if none of the zone's servers answers. */
type Server = Choice & {
  readonly ask: (question: Question, dnssec: boolean) => Promise<Outcome<DnsReply>>;
  readonly zone: string | null;
};

/** The parts that a scheduler needs. */
export type SchedulerParts = {
  readonly session: Pick<NetSession, "ask" | "resolve" | "room" | "questions" | "waits">;
  /** Signal that ends all waiting queries. */
  readonly signal: AbortSignal;
  readonly zone: string;
  /** Maximum number of queries per second to one server; 0 for no limit. */
  readonly perSecond: number;
  /**
   * Each server, with a promise of whether the server answers for the domain. A server is used as soon as its promise
   * resolves to true.
   */
  readonly servers: readonly (readonly [DnsServer, Promise<boolean>])[];
};

/** Milliseconds between checks of whether a server's rate limit allows more queries. */
const ROOM_MS = 10;
/** Maximum number of servers to which one query is sent. */
const TRIES_MAX = 3;
/** Maximum size of a reply in bytes, as protection against zones that make every reply as large as possible. */
const BYTES_MAX = 4096;
/**
 * Reasons of failures that depend on the answer and not on the server, so that the query is not sent to another
 * server.
 */
const FINAL: readonly Reason[] = ["too_large"];
/** Reasons of failures whose cause is within this API: the query was not sent in time, or no socket was free. */
const OURS: readonly Reason[] = ["budget", "service_unavailable"];

/**
 * Sends many queries to the servers of a zone: each query to one server, as fast as that server takes queries, and to
 * another server if it fails. If no server answers, our resolver is asked, because the resolver may reach servers that
 * this API cannot reach.
 *
 *     waiting ──► sent ──► answered
 *        ▲         │ └───► failed: three servers tried, none left, or the end of the call
 *        └─────────┘ a server fails: retried at another server, before the waiting queries
 */
export class QueryScheduler {
  private readonly parts: SchedulerParts;
  private readonly servers: Server[] = [];
  private readonly queue = new QueryQueue<Query>();
  private readonly startedAt = performance.now();
  /** Number of servers for which it is not known yet whether they answer. */
  private opening: number;
  private timer: Timer | null = null;
  /** Reason of the last failure of a server. It is reported when no server is left. */
  private lastReason: Reason = "no_servers";

  constructor(parts: SchedulerParts) {
    this.parts = parts;
    this.opening = parts.servers.length;
    for (const [server, answers] of parts.servers)
      void answers.then((yes) => {
        this.opening -= 1;
        if (yes) this.openServer(server);
        this.settle();
      });
    this.settle();
    onAbort(parts.signal, () => this.end());
  }

  /**
   * Shows the number of waiting queries, the number of servers that may still be used, and the window of each server
   * in use, nearest first.
   */
  get state() {
    const servers = this.servers.map(({ zone, window }) => ({ zone, ...window.state }));
    return { waiting: this.queue.length, opening: this.opening, servers };
  }

  /**
   * Sends a query to one server after the other until one answers. Never rejects: at the end of the call, resolves
   * with `unknown(budget)`.
   */
  ask(question: Question, options: QueryOptions): Promise<ScheduledAnswer> {
    const { promise, resolve } = Promise.withResolvers<ScheduledAnswer>();
    const query = { ...options, question, tried: new Set<Server>(), resolve };
    if (this.parts.signal.aborted) this.fail(query, "budget");
    else {
      this.queue.add(query, options.first ? "first" : "last");
      this.dispatch();
    }
    return promise;
  }

  private openServer(server: DnsServer): void {
    const { session, zone } = this.parts;
    this.open({
      zone,
      ask: (question, dnssec) => session.ask(server, question, { ...ASK_OPTIONS, dnssec }),
      room: () => session.room(server),
    });
  }

  private openResolver(): void {
    const { session } = this.parts;
    this.open({
      zone: null,
      ask: async (question, dnssec) => (await session.resolve(question, { ...ASK_OPTIONS, dnssec })).outcome,
      room: () => Number.POSITIVE_INFINITY,
    });
  }

  private open(server: Omit<Server, "window">): void {
    const now = performance.now();
    this.servers.push({ ...server, window: new ServerWindow(now - this.startedAt, now) });
    this.servers.sort((a, b) => a.window.rttMs - b.window.rttMs);
  }

  private settle(): void {
    if (this.opening === 0 && this.servers.length === 0) this.openResolver();
    this.dispatch();
  }

  private end(): void {
    for (const query of this.queue.clear()) this.fail(query, "budget");
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** Sends all queries that can be sent now. */
  private dispatch(): void {
    while (this.sendNext());
    // A timer is needed because no event signals that a server's rate limit allows more queries.
    if (this.queue.length > 0 && this.servers.length > 0)
      this.timer ??= setTimeout(() => {
        this.timer = null;
        this.dispatch();
      }, ROOM_MS);
  }

  private sendNext(): boolean {
    if (this.servers.length === 0) return false;
    const next = this.queue.take((query) => this.serverFor(query));
    if (next === null) return false;
    const { query, to } = next;
    if (to === null) this.fail(query, query.until.aborted ? "budget" : this.lastReason);
    else void this.send(query, to);
    return true;
  }

  private serverFor({ until, tried }: Query): Server | "later" | null {
    if (until.aborted) return null;
    const { perSecond, session } = this.parts;
    const aliveSince = performance.now() - session.waits.silentServersMs;
    const load = { waiting: this.queue.length, perSecond, aliveSince };
    return pickServer(this.servers, tried, load) ?? (this.opening > 0 ? "later" : null);
  }

  private async send(query: Query, to: Server): Promise<void> {
    if (this.isSpent) return this.fail(query, "budget");
    to.window.sent();
    query.tried.add(to);
    query.count.questions += 1;
    const sentAt = performance.now();
    const outcome = await to.ask(query.question, query.dnssec);
    if (outcome.kind === "unknown") query.count.failed += 1;
    if (outcome.kind !== "unknown" || FINAL.includes(outcome.reason)) {
      const now = performance.now();
      to.window.answered(now - sentAt, now);
      query.resolve({ outcome, zone: to.zone });
    } else {
      const isServers = !OURS.includes(outcome.reason);
      if (isServers) this.lastReason = outcome.reason;
      to.window.failed(isServers);
      const tries = Math.min(TRIES_MAX, this.servers.length + this.opening);
      if (this.parts.signal.aborted || this.isSpent || query.tried.size >= tries)
        this.fail(query, outcome.reason);
      else this.queue.add(query, "first");
    }
    this.dispatch();
  }

  /** True if the call has reached its maximum number of queries. */
  private get isSpent(): boolean {
    const { asked, most } = this.parts.session.questions();
    return asked >= most;
  }

  private fail(query: Query, reason: Reason): void {
    query.resolve({ outcome: unknown(reason), zone: this.parts.zone });
  }
}

const ASK_OPTIONS = { guess: true, bulk: true, bytesMax: BYTES_MAX };
