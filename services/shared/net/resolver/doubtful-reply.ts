import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";

/** Whether a reply denies without the SOA record of the zone that denies (RFC 2308 2.1, 2.2). Resolvers that lie do so, others seldom. */
export function isDoubtful(outcome: Outcome<DnsReply>): boolean {
  if (outcome.kind !== "present" || hasSoa(outcome.value)) return false;
  return outcome.value.rcode === "NXDOMAIN" || outcome.value.answers.length === 0;
}

/** Whether a reply names other servers to ask and says nothing of the name itself (RFC 2308 2.2). */
export function isReferral(reply: DnsReply): boolean {
  const { rcode, answers, authorities } = reply;
  if (rcode !== "NOERROR" || answers.length > 0 || hasSoa(reply)) return false;
  return authorities.some(({ type }) => type === "NS");
}

/**
 * Extended errors of a resolver that puts its operator's word in place of the zone's: Forged Answer, Blocked, Censored, Filtered,
 * Prohibited (RFC 8914 4.5, 4.16 to 4.19).
 */
const FILTERS: readonly number[] = [4, 15, 16, 17, 18];

/** Whether a resolver says of its own reply that it is none of the name's zone. */
export function isFiltered({ edns }: DnsReply): boolean {
  return edns?.errors.some(({ code }) => FILTERS.includes(code)) ?? false;
}

/** Whether a reply has the SOA record of the zone that it is of. */
export function hasSoa(reply: DnsReply): boolean {
  return reply.authorities.some(({ type }) => type === "SOA");
}
