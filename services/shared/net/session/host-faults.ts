import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import { isOurs } from "@dnstools/core/tool/environment";
import { unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";
import type { Failure } from "../host/explain.ts";
import type { Explanation, Host } from "../host/host.ts";
import type { EvidenceLog } from "./evidence-log.ts";

/** Milliseconds before its end in which a signature counts as ending. */
const ENDING_S = 3 * 86_400;

/**
 * Replaces the outcomes of a call's exchanges that this host or its network has caused, before anything is judged, and
 * adds the exchange that shows the cause to the log.
 */
export class HostFaults {
  private readonly host: Host;
  private readonly log: EvidenceLog;
  private readonly hasAnswered: (address: string) => boolean;
  private readonly shown = new Set<object>();

  /** @param hasAnswered returns true if a name server has answered before */
  constructor(host: Host, log: EvidenceLog, hasAnswered: (address: string) => boolean) {
    this.host = host;
    this.log = log;
    this.hasAnswered = hasAnswered;
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
    const failure = failureOf(server, exchange);
    const { signal } = this.log;
    if (failure?.reason === "timeout" && this.hasAnswered(failure.address))
      this.host.noteSilence(failure.address);
    const isDoubted =
      isDated && !this.host.isKnown && exchange.outcome.kind === "present" && ends(exchange.outcome.value);
    const why =
      failure !== null ? this.host.explain(failure, signal) : isDoubted ? this.host.settleTime(signal) : null;
    if (why instanceof Promise) void why.then((found) => done(this.explained(exchange, found)));
    else done(why === null ? exchange : this.explained(exchange, why));
  }

  /** Explains the exchange of a connection to a TCP port. */
  async ofConnection<T>(exchange: Exchange<T>, address: string, port: number): Promise<Exchange<T>> {
    const { outcome } = exchange;
    if (outcome.kind !== "unknown" || isOurs(outcome.reason)) return exchange;
    const failure: Failure = { address, port, transport: "tcp", reason: outcome.reason };
    return this.explained(exchange, await this.host.explain(failure, this.log.signal));
  }

  /** Explains the exchange of a zone transfer; an interceptor of port 53 may answer it in the place of the server. */
  async ofTransfer<T>(exchange: Exchange<T>, { address, port }: DnsServer): Promise<Exchange<T>> {
    const { outcome } = exchange;
    if (outcome.kind === "unknown") return this.ofConnection(exchange, address, port);
    if (!this.host.isKnown) return exchange;
    const failure: Failure = { address, port, transport: "tcp", reason: null };
    return this.explained(exchange, await this.host.explain(failure, this.log.signal));
  }

  /** Explains a TLS observation: a failure to connect, the certificates of a proxy, and its time. */
  async ofTls(observed: TlsObservation, { address, port }: TlsTarget): Promise<TlsObservation> {
    const { outcome, stage } = observed;
    const { signal } = this.log;
    let why: Explanation = null;
    if (outcome.kind === "present") why = await this.host.explainChain(outcome.value.chain, signal);
    else if (outcome.kind === "unknown" && stage === "connect" && !isOurs(outcome.reason))
      why = await this.host.explain({ address, port, transport: "tcp", reason: outcome.reason }, signal);
    const timed = { ...observed, at: observed.at + this.offsetS() };
    if (why === null) return timed;
    this.show(why);
    return { ...timed, stage: stage === "done" ? "handshake" : stage, outcome: unknown(why.reason) };
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
 * name server without authority but with recursion may come from an interceptor, and so may any answer of a resolver
 * that is not ours.
 */
function failureOf(
  { upstream, address, port }: DnsServer,
  { outcome, evidence }: Exchange<DnsReply>,
): Failure | null {
  if (upstream === "recursor") return null;
  const { flags } = evidence;
  const transport = evidence.transport === "tcp" ? "tcp" : "udp";
  if (outcome.kind === "unknown") {
    const { reason } = outcome;
    return isOurs(reason) ? null : { address, port, transport, reason };
  }
  if (upstream === "authoritative" && (flags.includes("aa") || !flags.includes("ra"))) return null;
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
  return data.inception <= nowS && nowS + ENDING_S <= data.expiration;
}
