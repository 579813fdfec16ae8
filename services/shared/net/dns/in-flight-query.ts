import type { OnEvent, QueryOutcome } from "@dnstools/core/net-event";
import {
  type DnsReply,
  decodeReply,
  type NotReply,
  type Question,
} from "@dnstools/core/protocol/dns/message";
import { isOffQuestion } from "@dnstools/core/protocol/rrset";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { Sockets } from "../sockets.ts";
import { encodeQuery } from "./message.ts";
import { mixCase, unmix } from "./mixed-case.ts";
import type { RoundTrips } from "./rtt.ts";
import type { AskOptions, DnsServer } from "./server.ts";
import { randomId, type SocketPool } from "./socket-pool.ts";
import { type Cancel, sendTcp, sendUdp, type Waiting } from "./transport.ts";

/** Milliseconds until a question is sent again where the server's round trip is not known. It is sent twice at most. */
const RESEND_MS = 1000;
/** Where it is known: so many times that, but not less than the least. */
const RESEND_RTTS = 3;
const RESEND_LEAST_MS = 200;
/** Datagrams that are not the answer are passed over, but not without end. */
const STRAY_MAX = 64;
/** Bytes of a datagram that is looked at: we ask for 1232 at most, and what is far beyond was made to cost. */
const DATAGRAM_MAX = 4096;
/** Bytes of a message over TCP (RFC 7766 8). */
const MESSAGE_MAX = 65_535;

/** What DNS travels by. */
type DnsTransport = "udp" | "tcp";

/** How a query ended. */
export type QueryResult = {
  readonly outcome: Outcome<DnsReply>;
  readonly transport: DnsTransport;
  /** The server's last word, usable or not; null where none came. */
  readonly reply: DnsReply | null;
  /** When it was sent, in RFC 3339, and how long it took; the last exchange alone where it took two. */
  readonly at: string;
  readonly elapsedMs: number;
  readonly lastMs: number;
  /** Whether it was sent at all. */
  readonly sent: boolean;
};

/** What all queries of a client share. */
export type QueryContext = {
  readonly roundTrips: RoundTrips;
  readonly pool: SocketPool;
  readonly sockets: Sockets;
  /** Whether questions to other people's servers have their letters in random case (0x20). */
  readonly mixedCase: boolean;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

/** Milliseconds that a server is given for one question, in all. */
function exchangeMs(waits: Waits, { upstream }: DnsServer): number {
  if (upstream === "recursor") return waits.recursorMs;
  return upstream === "public" ? waits.publicResolverMs : waits.nameServerMs;
}

/**
 * One question on its way to one server until it is decided: UDP with EDNS, without EDNS after FORMERR (RFC 6891 7),
 * TCP after TC (RFC 7766 5). A class and not promises: a busy host has 100,000 of them a second.
 */
export class InFlightQuery {
  readonly server: DnsServer;
  private readonly question: Question;
  private readonly options: AskOptions;
  private readonly context: QueryContext;
  private readonly done: (decided: QueryResult) => void;
  private transport: DnsTransport;
  private edns = true;
  private at = "";
  private startedAt = 0;
  /** When what is under way now was begun. */
  private lastAt = 0;
  private leave: ((answered: boolean) => void) | null = null;
  /** Times on the clock of performance.now(); Infinity: not to come. */
  private resendAt = Number.POSITIVE_INFINITY;
  private deadline = Number.POSITIVE_INFINITY;
  private strays = 0;
  /** What ends with it: sockets, and their permits. */
  private readonly cancels: Cancel[] = [];
  /** Ends its wait for its turn or for a permit, while it waits. */
  private inLine: AbortController | null = null;
  private over = false;

  constructor(
    server: DnsServer,
    question: Question,
    options: AskOptions,
    context: QueryContext,
    done: (decided: QueryResult) => void,
  ) {
    this.server = server;
    this.question = question;
    this.options = options;
    this.context = context;
    this.done = done;
    this.transport = options.tcp ? "tcp" : "udp";
  }

  /** Whether nobody waits for it any more. */
  get ended(): boolean {
    return this.over;
  }

  /** Whether the server was asked in the way that it is to be asked in. */
  get started(): boolean {
    return this.at !== "" && this.inLine === null;
  }

  /** @param leave called when it has ended: whether the server answered. */
  start(leave: ((answered: boolean) => void) | null = null): void {
    if (this.over) {
      leave?.(false);
      return;
    }
    this.inLine = null;
    this.leave = leave;
    if (this.hasPermit()) this.begin();
    else void this.waitForPermit();
  }

  /** Fires when it ends; to be asked for before it starts, by those who keep it waiting. */
  get givenUp(): AbortSignal {
    this.inLine ??= new AbortController();
    return this.inLine.signal;
  }

  /** A permit for a socket of its own, where it needs one and one is free. */
  private hasPermit(): boolean {
    if (this.transport === "udp" && this.server.upstream === "recursor") return true;
    const permit = this.context.sockets.tryAcquire(this.options.of ?? this);
    if (permit === null) return false;
    this.cancels.push(permit.release);
    return true;
  }

  /** Waits for a permit as long as for an answer at most; the server has all the time that is its own after that. */
  private async waitForPermit(): Promise<void> {
    const inLine = new AbortController();
    this.inLine = inLine;
    const since = performance.now();
    const left = this.deadline - since;
    this.deadline = since + exchangeMs(this.context.waits, this.server);
    const permit = await this.context.sockets.acquire(this.options.of ?? this, inLine.signal);
    if (permit === null) return;
    if (this.over) return permit.release();
    this.inLine = null;
    this.cancels.push(permit.release);
    if (this.at === "") return this.begin();
    this.lastAt = performance.now();
    this.deadline = this.lastAt + left;
    this.send(this.lastAt);
  }

  private begin(): void {
    this.at = timeNow();
    this.startedAt = performance.now();
    this.lastAt = this.startedAt;
    this.deadline = this.startedAt + exchangeMs(this.context.waits, this.server);
    this.send(this.startedAt);
    // TCP sends its segments again by itself.
    if (this.transport === "udp") this.resendAt = this.startedAt + this.patience();
  }

  /**
   * To be called every now and then: sends again what stays without an answer, and gives up in the end.
   * @param stoodStillMs milliseconds since the last call in which this process heard nothing: the server has them in addition.
   */
  tick(now: number, stoodStillMs: number): void {
    if (stoodStillMs > 0) {
      const own = Math.min(stoodStillMs, now - this.startedAt);
      this.deadline += own;
      this.resendAt += own;
    }
    if (now >= this.deadline) this.fail(this.inLine === null ? "timeout" : "service_unavailable");
    else if (now >= this.resendAt) {
      this.resendAt = Number.POSITIVE_INFINITY;
      if (this.hasPermit()) this.send(now);
    }
  }

  /** Ends it, at once. */
  fail(reason: Reason): void {
    this.end(unknown(reason), null);
  }

  /** Ends it without a word, since nobody waits for it any more. */
  abandon(): void {
    this.over = true;
    this.inLine?.abort();
    this.cancel();
    this.leave?.(false);
  }

  /** Milliseconds to wait before the question is sent again. */
  private patience(): number {
    // A resolver's answer takes as long as those it asks: its round trip says nothing of that.
    const { upstream, address } = this.server;
    const known = upstream === "authoritative" ? this.context.roundTrips.of(address) : null;
    return known === null ? RESEND_MS : Math.min(RESEND_MS, Math.max(RESEND_LEAST_MS, RESEND_RTTS * known));
  }

  private send(now: number): void {
    const { server } = this;
    const recursion = server.upstream !== "authoritative";
    const { dnssec, unchecked } = this.options;
    const id = randomId();
    const query = encodeQuery(this.question, { id, recursion, edns: this.edns, dnssec, unchecked });
    if (query === null) {
      this.fail("malformed");
      return;
    }
    // Only the first time: a server that does not keep the case still answers the second.
    const mixes = this.context.mixedCase && now === this.startedAt && !recursion && this.transport === "udp";
    const sent = mixes ? mixCase(query) : query;
    const waiting = new Sent(this, query, sent, now);
    if (this.transport === "tcp") this.cancels.push(sendTcp(server, sent, waiting, this.context.sockets));
    else if (server.upstream === "recursor") this.cancels.push(this.context.pool.send(server, sent, waiting));
    else this.cancels.push(sendUdp(server, sent, waiting));
  }

  /** The server has taken our TCP connection. */
  connected(): void {
    if (!this.over) this.options.onConnected?.();
  }

  /** Looks at what came for a query; whether that was its answer. */
  take(bytes: Uint8Array, { query, sent, sentAt }: Sent): boolean {
    const udp = this.transport === "udp";
    const most = Math.min(udp ? DATAGRAM_MAX : MESSAGE_MAX, this.options.bytesMax ?? MESSAGE_MAX);
    // Who cannot read a question does not repeat it.
    const echoed = sent === query || hasNoQuestion(bytes) || unmix(bytes, sent, query);
    const reply = echoed ? readReply(bytes, query, most) : "other";
    if (reply === "other" && udp && ++this.strays <= STRAY_MAX) return false;
    if (typeof reply === "string") {
      this.fail(reply === "too_large" ? reply : "malformed");
      return true;
    }
    const { upstream, address } = this.server;
    if (udp && upstream === "authoritative")
      this.context.roundTrips.note(address, performance.now() - sentAt);
    const outcome = usable(this.options.dnssec ? { ...reply, bytes: bytes.slice() } : reply, this.question);
    const truncated = outcome.kind === "present" && reply.flags.includes("tc");
    if (this.edns && (reply.rcode === "FORMERR" || reply.rcode === "NOTIMP")) {
      this.context.onEvent({ kind: "dns_retry", upstream });
      this.again(this.transport, false, reply.rcode === "FORMERR" ? "formerr" : "bad_reply");
    } else if (truncated && udp) {
      this.context.onEvent({ kind: "dns_tcp_fallback", upstream });
      this.again("tcp", this.edns, "truncated");
    } else this.end(truncated ? unknown("malformed") : outcome, reply);
    return true;
  }

  /** Asks in another way, in the time that is left. @param outcome what the exchange came to that this one follows. */
  private again(transport: DnsTransport, edns: boolean, outcome: QueryOutcome): void {
    const now = performance.now();
    const { upstream } = this.server;
    const elapsedMs = now - this.lastAt;
    this.context.onEvent({ kind: "dns_query", upstream, transport: this.transport, outcome, elapsedMs });
    this.lastAt = now;
    this.cancel();
    this.transport = transport;
    this.edns = edns;
    if (transport === "tcp") this.resendAt = Number.POSITIVE_INFINITY;
    if (this.hasPermit()) this.send(now);
    else void this.waitForPermit();
  }

  private cancel(): void {
    // The socket is closed before its permit goes to the next.
    for (let cancel = this.cancels.pop(); cancel !== undefined; cancel = this.cancels.pop()) cancel();
  }

  private end(outcome: Outcome<DnsReply>, reply: DnsReply | null): void {
    if (this.over) return;
    this.over = true;
    const sent = this.started;
    this.inLine?.abort();
    this.cancel();
    this.leave?.(reply !== null);
    const now = sent ? performance.now() : 0;
    const elapsedMs = sent ? now - this.startedAt : 0;
    const lastMs = sent ? now - this.lastAt : 0;
    const at = sent ? this.at : timeNow();
    this.done({ outcome, transport: this.transport, reply, at, elapsedMs, lastMs, sent });
  }
}

/** One sending of a query, and what waits for its answer. */
class Sent implements Waiting {
  private readonly inFlight: InFlightQuery;
  readonly query: Uint8Array;
  /** The query as it went out, its letters perhaps mixed. */
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
    this.inFlight.fail(reason);
  }
}

function readReply(bytes: Uint8Array, query: Uint8Array, bytesMax: number): DnsReply | NotReply {
  if (bytes.length <= bytesMax) return decodeReply(bytes, query);
  // Whoever does not know the id is nobody.
  return bytes[0] === query[0] && bytes[1] === query[1] ? "too_large" : "other";
}

function hasNoQuestion(bytes: Uint8Array): boolean {
  return bytes[4] === 0 && bytes[5] === 0;
}

/** Only NOERROR and NXDOMAIN say something about the name. */
function usable(reply: DnsReply, question: Question): Outcome<DnsReply> {
  if (reply.rcode !== "NOERROR" && reply.rcode !== "NXDOMAIN")
    return unknown(FAILURES[reply.rcode] ?? "malformed");
  return isOffQuestion(reply, question) ? unknown("malformed") : present(reply);
}

/** What a code of failure says (RFC 1035 4.1.1, RFC 8945 5.3); every other breaks the protocol where it answers a query. */
const FAILURES: Readonly<Record<string, Reason>> = {
  SERVFAIL: "servfail",
  REFUSED: "refused",
  NOTAUTH: "not_authoritative",
};

/** The time in RFC 3339; written once for all questions of a millisecond. */
function timeNow(): string {
  const ms = Date.now();
  if (ms !== timeWritten.ms) timeWritten = { ms, text: new Date(ms).toISOString() };
  return timeWritten.text;
}
let timeWritten = { ms: 0, text: "" };
