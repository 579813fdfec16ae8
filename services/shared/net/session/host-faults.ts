import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import { isOurs } from "@dnstools/core/tool/environment";
import { unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";
import type { Failure, Way } from "../host/explain.ts";
import type { Explanation, Host } from "../host/host.ts";
import type { EvidenceLog } from "./evidence-log.ts";

/** Ports at which a proxy may answer in the place of servers. */
const SMTP_PORT = 25;
const HTTP_PORT = 80;

/** A signature ends soon if less than this share of its time and less than this many seconds are left, as dns judges. */
const ENDING = { share: 0.15, seconds: 3 * 86_400 } as const;

/**
 * Replaces the outcomes of a call's exchanges that this host or its network has caused, before anything is judged, and
 * adds the exchange that shows the cause to the log.
 */
export class HostFaults {
  private readonly host: Host;
  private readonly log: EvidenceLog;
  private readonly shown = new Set<object>();

  constructor(host: Host, log: EvidenceLog) {
    this.host = host;
    this.log = log;
  }

  /** The time by which dates are judged, in seconds since 1970. */
  nowS(): number {
    return Math.floor(Date.now() / 1000) + this.offsetS();
  }

  /** Explains the exchange of a DNS query, and calls `done` with it, possibly before this method returns. */
  ofQuery(
    server: DnsServer,
    exchange: Exchange<DnsReply>,
    isDated: boolean,
    done: (exchange: Exchange<DnsReply>) => void,
  ): void {
    const { host } = this;
    // Most queries go to our own resolvers, and only dates in their answers blame anybody.
    if (server.upstream === "recursor" && (!isDated || host.isKnown)) {
      done(exchange);
      return;
    }
    const { signal } = this.log;
    const failure = failureOf(server, exchange, host.isIntercepted() === true);
    if (failure === null && exchange.outcome.kind === "present" && server.upstream === "authoritative")
      host.noteAnswer({ ...server, transport: exchange.evidence.transport === "tcp" ? "tcp" : "udp" });
    const isDoubted =
      isDated && !host.isKnown && exchange.outcome.kind === "present" && ends(exchange.outcome.value);
    const why = failure !== null ? this.blamed(failure) : isDoubted ? host.settleTime(signal) : null;
    if (why instanceof Promise) void why.then((found) => done(this.explained(exchange, found)));
    else done(why === null ? exchange : this.explained(exchange, why));
  }

  /** Explains the exchange of a connection to a TCP port. */
  async ofConnection<T>(exchange: Exchange<T>, address: string, port: number): Promise<Exchange<T>> {
    const { outcome } = exchange;
    const way = { address, port, transport: "tcp" } as const;
    if (outcome.kind !== "unknown") {
      this.host.noteAnswer(way);
      // A portal or a proxy may have answered.
      return port === HTTP_PORT ? this.ofAnswer(exchange, way) : exchange;
    }
    const { reason } = outcome;
    if (isOurs(reason)) return exchange;
    return this.explained(exchange, await this.blamed({ ...way, reason }));
  }

  /** Explains the exchange of a zone transfer; an interceptor of port 53 may answer it in the place of the server. */
  ofTransfer<T>(exchange: Exchange<T>, { address, port }: DnsServer): Promise<Exchange<T>> {
    return exchange.outcome.kind === "unknown"
      ? this.ofConnection(exchange, address, port)
      : this.ofAnswer(exchange, { address, port, transport: "tcp" });
  }

  /** Explains an answer that may come from another server, if the verdict about this host is known. */
  private async ofAnswer<T>(exchange: Exchange<T>, way: Way): Promise<Exchange<T>> {
    if (!this.host.isKnown) return exchange;
    return this.explained(exchange, await this.host.explain({ ...way, reason: null }, this.log.signal));
  }

  /** Explains a TLS observation: a failure to connect, the certificates or the greeting of a proxy, and its time. */
  async ofTls(observed: TlsObservation, target: TlsTarget): Promise<TlsObservation> {
    const why = await this.whyTls(observed, target);
    const timed = { ...observed, at: observed.at + this.offsetS() };
    if (why === null) return timed;
    this.show(why);
    const { stage } = timed;
    return { ...timed, stage: stage === "done" ? "handshake" : stage, outcome: unknown(why.reason) };
  }

  private whyTls(
    { outcome, stage }: TlsObservation,
    { address, port }: TlsTarget,
  ): Explanation | Promise<Explanation> {
    const { signal } = this.log;
    const way = { address, port, transport: "tcp" } as const;
    if (outcome.kind === "present") {
      this.host.noteAnswer(way);
      return this.host.explainChain(outcome.value.chain, signal);
    }
    if (outcome.kind === "unknown" && (stage === "none" || isOurs(outcome.reason))) return null;
    if (outcome.kind === "unknown") return this.blamed({ ...way, reason: outcome.reason });
    // A proxy that answers for mail servers may lack STARTTLS.
    return port === SMTP_PORT ? this.host.explain({ ...way, reason: null }, signal) : null;
  }

  /** Notes and explains a failure that would be blamed on a server. */
  private blamed(failure: Failure): Explanation | Promise<Explanation> {
    this.host.noteFailure(failure);
    return this.host.explain(failure, this.log.signal);
  }

  private offsetS(): number {
    const { offsetMs, evidence } = this.host.time();
    if (offsetMs !== 0) this.show({ reason: "clock_wrong", evidence });
    return Math.round(offsetMs / 1000);
  }

  private explained<T>(exchange: Exchange<T>, why: Explanation): Exchange<T> {
    if (why === null) return exchange;
    this.show(why);
    const { reason } = why;
    return { outcome: unknown(reason), evidence: { ...exchange.evidence, reason } };
  }

  private show({ reason, evidence }: NonNullable<Explanation>): void {
    if (evidence === null || this.shown.has(evidence)) return;
    this.shown.add(evidence);
    this.log.add({ ...evidence, reason });
  }
}

/**
 * Returns the failure of a query if its outcome would be blamed on the server; null if it would not. An answer of a
 * name server without authority but with recursion may come from an interceptor, and so may any answer where port 53 is
 * known to be intercepted.
 */
function failureOf(
  { upstream, address, port }: DnsServer,
  { outcome, evidence }: Exchange<DnsReply>,
  isIntercepted: boolean,
): Failure | null {
  if (upstream === "recursor") return null;
  const { flags } = evidence;
  const transport = evidence.transport === "tcp" ? "tcp" : "udp";
  if (outcome.kind === "unknown") {
    const { reason } = outcome;
    return isOurs(reason) ? null : { address, port, transport, reason };
  }
  const isGood = upstream === "public" || flags.includes("aa") || !flags.includes("ra");
  if (isGood && !isIntercepted) return null;
  return { address, port, transport, reason: null };
}

/** Returns true if a signature in the reply is not valid now, or not much longer, by this host's clock. */
function ends({ answers, authorities }: DnsReply): boolean {
  const nowS = Date.now() / 1000;
  return [...answers, ...authorities].some(
    (record: DnsRecord) => record.type === "RRSIG" && !isLasting(record as DnsRecord<"RRSIG">, nowS),
  );
}

function isLasting({ data }: DnsRecord<"RRSIG">, nowS: number): boolean {
  const { inception, expiration } = data;
  const endingS = Math.min(ENDING.share * (expiration - inception), ENDING.seconds);
  return inception <= nowS && expiration - nowS >= endingS;
}
