import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome } from "@dnstools/core/tool/outcome";

/**
 * Returns true if a reply is negative but lacks the SOA record of the denying zone (RFC 2308 2.1, 2.2). Resolvers that
 * falsify answers often omit this record; other resolvers rarely do.
 */
export function isDoubtful(outcome: Outcome<DnsReply>): boolean {
  if (outcome.kind !== "present") return false;
  const { rcode, answers } = outcome.value;
  return (rcode === "NXDOMAIN" || answers.length === 0) && !hasSoa(outcome.value);
}

/**
 * Returns true if a reply is a referral: its NS records refer to other servers, and it has no data about the queried
 * name (RFC 2308 2.2).
 */
export function isReferral(reply: DnsReply): boolean {
  const { rcode, answers, authorities } = reply;
  if (rcode !== "NOERROR" || answers.length > 0 || hasSoa(reply)) return false;
  return authorities.some(({ type }) => type === "NS");
}

/**
 * Codes of the extended errors of a resolver that replaces the zone's answer with an answer of its operator: Forged
 * Answer, Blocked, Censored, Filtered, Prohibited (RFC 8914 4.5, 4.16 to 4.19).
 */
const FILTERS: readonly number[] = [4, 15, 16, 17, 18];

/** Returns true if a resolver marks its own reply as filtered. */
export function isFiltered({ edns }: DnsReply): boolean {
  return edns?.errors.some(({ code }) => FILTERS.includes(code)) ?? false;
}

/** Returns true if the authority section of a reply has an SOA record. */
function hasSoa(reply: DnsReply): boolean {
  return reply.authorities.some(({ type }) => type === "SOA");
}

/**
 * Returns true if a denial has the SOA record of a zone that contains the name (RFC 2308 2.1). Filters often send that
 * of a zone of their own.
 */
export function hasOwnSoa({ authorities }: DnsReply, name: string): boolean {
  return authorities.some((record) => record.type === "SOA" && isWithin(name, answerName(record.name)));
}

/** Returns true if a reply denies a name, or the end of its aliases, with the SOA record of another zone only. */
export function isForeign(reply: DnsReply, { name, type }: Question): boolean {
  if (!hasSoa(reply)) return false;
  const { records, end } = walkChain(reply.answers, name, type);
  return (reply.rcode === "NXDOMAIN" || records.length === 0) && !hasOwnSoa(reply, end);
}
