import type { NetEvent, QueryOutcome, UpstreamClass } from "@dnstools/core/net-event";
import type { Question } from "@dnstools/core/protocol/dns/message";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Exchange } from "../exchange.ts";
import type { QueryResult } from "./in-flight-query.ts";
import type { AskOptions, DnsServer } from "./server.ts";

/** Formats a question as arguments for dig, so that a reader of the evidence can repeat the query by hand. */
export function askedText(question: Question, options: AskOptions): string {
  const dnssec = options.dnssec ? " +dnssec" : "";
  const unchecked = options.unchecked ? " +cd" : "";
  return `${question.name}. IN ${question.type}${dnssec}${unchecked}${options.tcp ? " +tcp" : ""}`;
}

const NONE = [] as const;

/**
 * Returns the evidence of a query.
 * @param asked the question as `askedText` formats it.
 */
export function evidenceOf(
  server: DnsServer,
  asked: string,
  decided: QueryResult,
): Exchange<unknown>["evidence"] {
  const { outcome, reply } = decided;
  let ttl: number | null = null;
  if (outcome.kind === "present")
    for (const record of outcome.value.answers) ttl = Math.min(ttl ?? record.ttl, record.ttl);
  return {
    question: asked,
    server: server.name,
    address: server.port === 53 ? server.address : `${server.address}#${server.port}`,
    transport: decided.transport,
    rcode: reply?.rcode ?? null,
    flags: reply?.flags ?? NONE,
    errors: reply?.edns?.errors ?? NONE,
    nsid: reply?.edns?.nsid ?? null,
    ttl,
    // Rounds to microseconds.
    elapsedMs: Math.round(decided.elapsedMs * 1000) / 1000,
    at: decided.at,
    reason: outcome.kind === "unknown" ? outcome.reason : null,
  };
}

const OUTCOMES: Partial<Record<Reason, QueryOutcome>> = {
  servfail: "servfail",
  timeout: "timeout",
  resolver_limits: "timeout",
  unreachable: "network_error",
  reset: "network_error",
  no_ipv4_here: "network_error",
  no_ipv6_here: "network_error",
  local_firewall: "network_error",
};

/**
 * Returns the event with which metrics count a finished query. If the query took several exchanges, the event
 * describes the last one.
 */
export function queryEvent(upstream: UpstreamClass, decided: QueryResult): NetEvent {
  const { transport, lastMs: elapsedMs } = decided;
  return { kind: "dns_query", upstream, transport, outcome: queryOutcome(decided), elapsedMs };
}

function queryOutcome({ outcome, reply }: QueryResult): QueryOutcome {
  if (outcome.kind === "present") return reply?.rcode === "NXDOMAIN" ? "nxdomain" : "noerror";
  if (reply?.rcode === "FORMERR") return "formerr";
  if (reply?.rcode === "REFUSED") return "refused";
  const known = outcome.kind === "unknown" ? OUTCOMES[outcome.reason] : undefined;
  // A response that is truncated even over TCP counts as `truncated`.
  return known ?? (reply?.flags.includes("tc") ? "truncated" : "bad_reply");
}
