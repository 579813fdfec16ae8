import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { OnEvent, QueryOutcome } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { Sockets } from "../sockets.ts";
import type { EdnsSupport } from "./edns-support.ts";
import { encodeQuery } from "./message.ts";
import { mixCase, unmix } from "./mixed-case.ts";
import { randomId } from "./random-id.ts";
import { outcomeOf, readReply } from "./read-reply.ts";
import type { RoundTrips } from "./rtt.ts";
import type { AskOptions, DnsServer } from "./server.ts";
import type { QuerySocket } from "./shared-socket.ts";
import type { SocketPool } from "./socket-pool.ts";
import { type Cancellable, sendTcp, type Waiting } from "./transport.ts";
import type { Turn } from "./turn.ts";

/**
 * Milliseconds after which an unanswered query is repeated if the server's round-trip time is not known. A query is
 * sent at most twice. A resolver of ours that limits queries gets it at most three times.
 */
const RESEND_MS = 1000;
/**
 * Number of round trips after which an unanswered query is repeated if the server's round-trip time is known, but at
 * least RESEND_LEAST_MS milliseconds.
 */
const RESEND_RTTS = 3;
const RESEND_LEAST_MS = 200;
/** Maximum number of datagrams that are ignored for one query because they are not responses to it. */
const STRAY_MAX = 64;
/**
 * Maximum size in bytes of a datagram that is parsed. Our queries allow responses of at most 1232 bytes; much larger
 * datagrams are probably an attempt to waste our CPU time.
 */
const DATAGRAM_MAX = 4096;
/** Response codes with which a server refuses EDNS or its version (RFC 6891 6.1.3, 7). */
const EDNS_REFUSALS: readonly string[] = ["FORMERR", "NOTIMP", "BADVERS"];
/** Maximum size in bytes of a message over TCP (RFC 7766 8). */
const MESSAGE_MAX = 65_535;

type DnsTransport = "udp" | "tcp";

/** The result of a query. */
export type QueryResult = {
  readonly outcome: Outcome<DnsReply>;
  readonly transport: DnsTransport;
  /** The server's last response, usable or not; null if the server sent none. */
  readonly reply: DnsReply | null;
  /** Time at which the query was first sent (RFC 3339). */
  readonly at: string;
  /** Milliseconds from the first sending to the end of the query. */
  readonly elapsedMs: number;
  /** Milliseconds of the last exchange alone; a query may take two, for example over UDP and then over TCP. */
  readonly lastMs: number;
  /** True if the query was sent at all. */
  readonly sent: boolean;
};

/** The parts that all queries of one client share. */
export type QueryContext = {
  readonly roundTrips: RoundTrips;
  readonly pool: SocketPool;
  readonly sockets: Sockets;
  /** True to randomize the letter case of names in queries to authoritative servers (0x20). */
  readonly mixedCase: boolean;
  /** Which of our own resolvers drop queries with EDNS. */
  readonly ednsSupport: EdnsSupport;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

/** Returns the total time in milliseconds that a server has to answer one question. */
function exchangeMs(waits: Waits, { upstream }: DnsServer, { patient }: AskOptions): number {
  if (upstream === "recursor") return patient ? waits.slowResolverMs : waits.recursorMs;
  return upstream === "public" ? waits.publicResolverMs : waits.nameServerMs;
}

/**
 * One question in flight to one server, until its result is known: first over UDP with EDNS, then without EDNS if
 * the server refuses EDNS (RFC 6891 7), and over TCP if the response is truncated (RFC 7766 5). This is a state
 * machine without promises because a busy host runs 100,000 queries a second.
 */
export class InFlightQuery {
  readonly server: DnsServer;
  private readonly question: Question;
  private readonly options: AskOptions;
  /** Identifies the caller of the query; callers take turns for sockets. */
  private readonly of: object;
  private readonly context: QueryContext;
  private readonly done: (decided: QueryResult) => void;
  private transport: DnsTransport;
  private edns: boolean;
  /** How the server refused the query with EDNS. */
  private ednsRefused: DnsReply["ednsRefused"];
  /** True if the query was repeated without EDNS, so that an answer does not show that the first one was dropped. */
  private isPlainRepeat = false;
  private at = "";
  private startedAt = 0;
  /** Time at which the current exchange started, on the clock of performance.now(). */
  private lastAt = 0;
  private turn: Turn | null = null;
  /** Time at which the last answered query of this question was sent; null if none was answered. */
  private answeredAt: number | null = null;
  /**
   * Time at which the query is repeated, and time at which it fails, on the clock of performance.now(); Infinity means
   * never.
   */
  private resendAt = Number.POSITIVE_INFINITY;
  private deadline = Number.POSITIVE_INFINITY;
  /** Number of times that the query has waited for its turn to be repeated at a limited resolver. */
  private turnsWaited = 0;
  private strays = 0;
  /** The shared socket of the current exchange; null over TCP and while the query waits for a permit. */
  private socket: QuerySocket | null = null;
  /** The transmissions of the current exchange, and the permit of a TCP socket. */
  private readonly open: Cancellable[] = [];
  /** Cancels the wait for a turn at the server or for a socket permit; null while the query is not waiting. */
  private inLine: AbortController | null = null;
  private over = false;

  constructor(
    server: DnsServer,
    question: Question,
    options: AskOptions,
    of: object,
    context: QueryContext,
    done: (decided: QueryResult) => void,
  ) {
    this.server = server;
    this.question = question;
    this.options = options;
    this.of = of;
    this.context = context;
    this.done = done;
    this.transport = this.firstTransport;
    this.edns = server.upstream !== "recursor" || context.ednsSupport.isUsed(server.address);
  }

  /** The transport of the first exchange. */
  get firstTransport(): DnsTransport {
    return this.options.tcp ? "tcp" : "udp";
  }

  /** True if the query has finished or was abandoned. */
  get ended(): boolean {
    return this.over;
  }

  /** True if the current exchange was sent, so that a missing response can be attributed to the server. */
  get started(): boolean {
    return this.at !== "" && this.inLine === null;
  }

  /** The reason if the server does not answer. */
  get silence(): Reason {
    return this.turn?.resolver?.isLimited ? "resolver_limits" : "timeout";
  }

  /** Sends the query now, or as soon as a socket permit is free; or sends it again. */
  start(turn: Turn): void {
    if (this.over) {
      turn.leave(null);
      return;
    }
    this.inLine = null;
    this.turn = turn;
    if (this.started) this.resume();
    else if (this.hasSocket()) this.begin();
    else void this.waitForPermit();
  }

  /**
   * Signal that fires when the query ends. Callers that delay the start of the query must read this signal before they
   * call `start`.
   */
  get givenUp(): AbortSignal {
    this.inLine ??= new AbortController();
    return this.inLine.signal;
  }

  /** Gets a shared socket, or a permit for a socket. Returns false if the query must wait for a permit. */
  private hasSocket(): boolean {
    if (this.transport === "udp") this.socket = this.context.pool.join(this.server);
    if (this.socket !== null) return true;
    const permit = this.context.sockets.tryAcquire(this.of);
    if (permit !== null) this.hold(permit);
    return permit !== null;
  }

  private hold(permit: Permit): void {
    if (this.transport === "udp") this.socket = this.context.pool.take(this.server, permit);
    else this.open.push({ cancel: permit.release });
  }

  /**
   * Waits for a socket permit, at most as long as for a response. The server then still has its full time to answer.
   */
  private async waitForPermit(): Promise<void> {
    const inLine = new AbortController();
    this.inLine = inLine;
    const since = performance.now();
    const left = this.deadline - since;
    this.deadline = since + exchangeMs(this.context.waits, this.server, this.options);
    const permit = await this.context.sockets.acquire(this.of, inLine.signal);
    if (permit === null) return;
    if (this.over) return permit.release();
    this.inLine = null;
    this.hold(permit);
    if (this.at === "") return this.begin();
    this.lastAt = performance.now();
    this.deadline = this.lastAt + left;
    this.send(this.lastAt);
  }

  private begin(): void {
    this.at = timeNow();
    this.startedAt = performance.now();
    this.lastAt = this.startedAt;
    this.deadline = this.startedAt + exchangeMs(this.context.waits, this.server, this.options);
    this.send(this.startedAt);
    // Only UDP queries are repeated, because TCP retransmits lost segments itself.
    if (this.transport === "udp") this.resendAt = this.startedAt + this.patience();
  }

  /**
   * Repeats an unanswered query, and fails the query when its deadline has passed. Must be called periodically.
   * @param stoodStillMs milliseconds since the last call during which this process could not receive responses; they
   * extend the server's time to answer.
   */
  tick(now: number, stoodStillMs: number): void {
    if (stoodStillMs > 0) {
      const own = Math.min(stoodStillMs, now - this.startedAt);
      this.deadline += own;
      this.resendAt += own;
    }
    if (now >= this.deadline) this.fail(this.inLine === null ? this.silence : "service_unavailable");
    else if (now >= this.resendAt) this.repeat(now);
  }

  private repeat(now: number): void {
    const { deadline } = this;
    const { upstream, address } = this.server;
    const isTried = upstream === "recursor" && this.edns && !this.context.ednsSupport.isKnown(address);
    if (isTried) this.edns = false;
    this.isPlainRepeat ||= isTried;
    // Set first, because the query's turn may come at once.
    this.resendAt = Number.POSITIVE_INFINITY;
    this.deadline = Number.POSITIVE_INFINITY;
    const when = this.turn?.resolver?.repeat(now, deadline) ?? "now";
    if (when === "queued") return;
    this.deadline = deadline;
    if (when === "later") this.resendAt = now;
    else if (this.socket !== null || (this.inLine === null && this.hasSocket())) this.send(now);
    else if (this.inLine === null) void this.waitForPermit();
  }

  /**
   * Repeats the query at a limited resolver after it has waited for its turn: over UDP, and the last time over TCP,
   * which limits on the rate of responses do not count. The resolver has its full time again, because it probably
   * dropped the query before.
   */
  private resume(): void {
    const now = performance.now();
    this.lastAt = now;
    this.deadline = now + exchangeMs(this.context.waits, this.server, this.options);
    if (++this.turnsWaited === 1) {
      this.resendAt = now + RESEND_MS;
      this.send(now);
      return;
    }
    this.cancel();
    this.transport = "tcp";
    if (this.hasSocket()) this.send(now);
    else void this.waitForPermit();
  }

  /**
   * Leaves a refused query for the time at which unanswered ones are repeated, if the refusal may be a limit of our
   * own resolver. Returns false if the refusal is the answer.
   */
  private putOff(): boolean {
    if (this.resendAt === Number.POSITIVE_INFINITY || !this.turn?.resolver?.refused()) return false;
    this.cancel();
    this.hasSocket();
    this.count("refused", performance.now());
    return true;
  }

  /** Ends the query immediately with `unknown`. */
  fail(reason: Reason): void {
    this.end(unknown(reason), null);
  }

  /** Reports that an exchange failed. A limited resolver may offer no TCP, which is not why the query has no answer. */
  failed(reason: Reason): void {
    this.fail(this.turnsWaited > 1 ? this.silence : reason);
  }

  /** Ends the query without calling `done`, because no caller waits for it. */
  abandon(): void {
    this.over = true;
    this.inLine?.abort();
    this.cancel();
    this.turn?.leave(null);
  }

  /** Returns the number of milliseconds to wait for a response before the query is repeated. */
  private patience(): number {
    // The response time of a recursive resolver depends on the servers that it queries, so it cannot be predicted from
    // the resolver's round-trip time.
    const { upstream, address } = this.server;
    const known = upstream === "authoritative" ? this.context.roundTrips.of(address) : null;
    return known === null ? RESEND_MS : Math.min(RESEND_MS, Math.max(RESEND_LEAST_MS, RESEND_RTTS * known));
  }

  private send(now: number): void {
    const { server } = this;
    const recursion = server.upstream !== "authoritative";
    const { dnssec, unchecked } = this.options;
    const id = this.socket?.freeId() ?? randomId();
    const query = encodeQuery(this.question, { id, recursion, edns: this.edns, dnssec, unchecked });
    if (query === null) {
      this.fail("malformed");
      return;
    }
    // Only the first transmission has randomized letter case, so that a server that does not preserve the case can
    // still answer the second one.
    const mixes = this.context.mixedCase && now === this.startedAt && !recursion && this.transport === "udp";
    const sent = mixes ? mixCase(query) : query;
    const waiting = new Sent(this, query, sent, now);
    this.open.push(this.transmit(id, sent, waiting));
  }

  private transmit(id: number, query: Uint8Array, waiting: Waiting): Cancellable {
    return (
      this.socket?.send(id, query, waiting) ?? sendTcp(this.server, query, waiting, this.context.sockets)
    );
  }

  /** Reports that the server accepted the TCP connection. */
  connected(): void {
    if (!this.over) this.options.onConnected?.();
  }

  /** Handles a received message. Returns true if the message ended the exchange. */
  take(bytes: Uint8Array, { query, sent, sentAt }: Sent): boolean {
    const udp = this.transport === "udp";
    const most = Math.min(udp ? DATAGRAM_MAX : MESSAGE_MAX, this.options.bytesMax ?? MESSAGE_MAX);
    // A server that cannot parse a query does not echo its question.
    const echoed = sent === query || hasNoQuestion(bytes) || unmix(bytes, sent, query);
    const reply = echoed ? readReply(bytes, query, most) : "other";
    if (reply === "other" && udp && ++this.strays <= STRAY_MAX) return false;
    if (typeof reply === "string") {
      this.fail(reply === "too_large" ? reply : "malformed");
      return true;
    }
    if (udp && reply.rcode === "REFUSED" && this.putOff()) return true;
    if (!this.isPlainRepeat) this.answeredAt = sentAt;
    const { upstream, address } = this.server;
    if (upstream === "recursor") this.context.ednsSupport.note(address, hasEdns(query));
    if (udp && upstream === "authoritative")
      this.context.roundTrips.note(address, performance.now() - sentAt);
    const outcome = outcomeOf(
      this.options.dnssec ? { ...reply, bytes: bytes.slice() } : reply,
      this.question,
    );
    const truncated = outcome.kind === "present" && reply.flags.includes("tc");
    if (this.edns && EDNS_REFUSALS.includes(reply.rcode)) {
      this.ednsRefused = { rcode: reply.rcode, hasOpt: reply.edns !== null };
      this.context.onEvent({ kind: "dns_retry", upstream });
      this.again(this.transport, false, reply.rcode === "FORMERR" ? "formerr" : "bad_reply");
    } else if (truncated && udp) {
      this.context.onEvent({ kind: "dns_tcp_fallback", upstream });
      this.again("tcp", this.edns, "truncated");
    } else if (reply.rcode === "REFUSED" && this.turn?.resolver?.isLimited)
      this.end(unknown("resolver_limits"), reply);
    else this.end(truncated ? unknown("malformed") : this.withRefusal(outcome), reply);
    return true;
  }

  /** Adds to an answer how the server refused the query with EDNS. */
  private withRefusal(outcome: Outcome<DnsReply>): Outcome<DnsReply> {
    const { ednsRefused } = this;
    if (ednsRefused === undefined || outcome.kind !== "present") return outcome;
    return present({ ...outcome.value, ednsRefused });
  }

  /**
   * Repeats the query over another transport or without EDNS, within the remaining time.
   * @param outcome the result of the previous exchange, for metrics.
   */
  private again(transport: DnsTransport, edns: boolean, outcome: QueryOutcome): void {
    const now = performance.now();
    this.count(outcome, now);
    this.cancel();
    this.transport = transport;
    this.edns = edns;
    if (transport === "tcp") this.resendAt = Number.POSITIVE_INFINITY;
    if (this.hasSocket()) this.send(now);
    else void this.waitForPermit();
  }

  /** Counts an exchange after which another one follows. */
  private count(outcome: QueryOutcome, now: number): void {
    const { upstream } = this.server;
    const elapsedMs = now - this.lastAt;
    this.context.onEvent({ kind: "dns_query", upstream, transport: this.transport, outcome, elapsedMs });
    this.lastAt = now;
  }

  private cancel(): void {
    // In reverse order, so that each socket is closed before its permit is released.
    for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) last.cancel();
    this.socket?.leave();
    this.socket = null;
  }

  private end(outcome: Outcome<DnsReply>, reply: DnsReply | null): void {
    if (this.over) return;
    this.over = true;
    const sent = this.started;
    this.inLine?.abort();
    this.cancel();
    this.turn?.leave(reply === null ? null : this.answeredAt);
    const now = sent ? performance.now() : 0;
    const elapsedMs = sent ? now - this.startedAt : 0;
    const lastMs = sent ? now - this.lastAt : 0;
    const at = sent ? this.at : timeNow();
    this.done({ outcome, transport: this.transport, reply, at, elapsedMs, lastMs, sent });
  }
}

/** Returns true if a query has an OPT record, its only additional one. */
function hasEdns(query: Uint8Array): boolean {
  return query[11] === 1;
}

/** One transmission of a query, waiting for its response. */
class Sent implements Waiting {
  private readonly inFlight: InFlightQuery;
  readonly query: Uint8Array;
  /** The query as transmitted, possibly with randomized letter case. */
  readonly sent: Uint8Array;
  readonly sentAt: number;

  constructor(inFlight: InFlightQuery, query: Uint8Array, sent: Uint8Array, sentAt: number) {
    this.inFlight = inFlight;
    this.query = query;
    this.sent = sent;
    this.sentAt = sentAt;
  }

  take(bytes: Uint8Array): boolean {
    return this.inFlight.take(bytes, this);
  }

  connected(): void {
    this.inFlight.connected();
  }

  fail(reason: Reason): void {
    this.inFlight.failed(reason);
  }
}

function hasNoQuestion(bytes: Uint8Array): boolean {
  return bytes[4] === 0 && bytes[5] === 0;
}

/** Returns the current time in RFC 3339 format. The text is formatted at most once per millisecond. */
function timeNow(): string {
  const ms = Date.now();
  if (ms !== timeWritten.ms) timeWritten = { ms, text: new Date(ms).toISOString() };
  return timeWritten.text;
}
let timeWritten = { ms: 0, text: "" };
