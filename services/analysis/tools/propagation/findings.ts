import { type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "propagation.authoritative_disagree": {
    severity: "error",
    message:
      "The zone's own servers contradict each other: {subject}. What a resolver has depends on whom it asked.",
    reference: "RFC 1034 4.3.5",
    fix: "Have all servers of the zone take over its latest version (raise the serial, check NOTIFY and transfers).",
  },
  "propagation.serials_differ": {
    severity: "notice",
    message:
      "The zone's servers have different versions of it: {subject}. For this name no contradiction was seen.",
    reference: "RFC 1912 2.2",
    fix: "If it stays so, check NOTIFY and transfers; servers of several providers may number by themselves.",
  },
  "propagation.authority_unknown": {
    severity: "error",
    message:
      "What the zone's servers have could not be found out for {subject}: there is nothing to compare with.",
    reference: "RFC 1034 4.1",
    fix: "Ask the dns tool what is wrong with the zone's servers.",
  },
  "propagation.authority_not_asked": {
    severity: "notice",
    message: "This API itself could not ask the zone's servers for {subject}. That says nothing of them.",
    reference: null,
    fix: "See each server's `reason`. Operators: give this API the way to them that it lacks, such as IPv6.",
  },
  "propagation.in_progress": {
    severity: "notice",
    message: "Resolvers still have old answers: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "Wait until the old TTL has run down; before the next change lower the TTL a TTL ahead.",
  },
  "propagation.negative_cached": {
    severity: "notice",
    message: "Resolvers still remember that there was nothing: {subject}.",
    reference: "RFC 2308 5",
    fix: "Wait until it has run down; the SOA's last field says how long a denial is kept.",
  },
  "propagation.ttl_long": {
    severity: "notice",
    message: "An old answer stays for more than a day: until {subject}.",
    reference: "RFC 1912 2.2",
    fix: "Keep the old service running until then, or ask large resolvers to flush the name on their pages.",
  },
  "propagation.serve_stale": {
    severity: "notice",
    message:
      "Resolvers say themselves that they give stale answers, since they do not reach the zone: {subject}.",
    reference: "RFC 8767 4",
    fix: "Make sure that the zone's servers answer from everywhere.",
  },
  "propagation.dnssec_bogus": {
    severity: "error",
    message: "Resolvers that check signatures fail, and answer where they must not check: {subject}.",
    reference: "RFC 4035 5.5",
    fix: "Sign the zone anew, or correct the DS at its parent: the zone is gone for all who check.",
  },
  "propagation.dnssec_fails_at": {
    severity: "notice",
    message:
      "Some resolvers that check signatures fail, and answer where they must not check; most others find nothing wrong: {subject}.",
    reference: "RFC 4035 5.5",
    fix: "Ask the dns tool whether the zone's signatures hold; if they do, the trouble is these resolvers' own or an old key that they keep.",
  },
  "propagation.servfail": {
    severity: "notice",
    message: "Resolvers fail at the name (SERVFAIL): {subject}.",
    reference: "RFC 1035 4.1.1",
    fix: "Ask the dns tool whether the zone's servers answer; if they do, the trouble is these resolvers' own or on their way to the zone.",
  },
  "propagation.refused": {
    severity: "notice",
    message:
      "Resolvers that answer for other names refuse to answer for this one (REFUSED), without saying why: {subject}.",
    reference: "RFC 1035 4.1.1",
    fix: "Ask these operators: they may block the name, or limit how often they are asked.",
  },
  "propagation.filtered": {
    severity: "info",
    message: "Resolvers keep the name back on purpose: {subject}.",
    reference: "RFC 8914 4.18",
    fix: "If that is a mistake, ask these operators to take the name off their lists.",
  },
  "propagation.denied": {
    severity: "notice",
    message:
      "Resolvers deny what the zone has, without the SOA that a denial by the zone comes with: {subject}. They may filter.",
    reference: "RFC 2308 2.1",
    fix: "Ask these operators whether they block the name.",
  },
  "propagation.pinned": {
    severity: "notice",
    message:
      "Resolvers give another answer whose TTL stands still, so that nobody can say when it ends: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "Ask these operators: it is put in by hand, by a filter or by a law, or it is an old answer that they show with a TTL that does not run.",
  },
  "propagation.same_operator": {
    severity: "info",
    message: "Resolvers give other addresses of the same network, as balanced names have: {subject}.",
    reference: null,
    fix: null,
  },
  "propagation.by_place": {
    severity: "info",
    message:
      "Resolvers have other addresses that the zone gives now, as names have that are balanced by place: {subject}.",
    reference: null,
    fix: null,
  },
  "propagation.unclear": {
    severity: "notice",
    message:
      "Resolvers have other addresses, and nothing shows whether the zone gives them by place or gave them before: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "If you have just changed the name, ask again after the zone's TTL: what is old has ended by then.",
  },
  "propagation.perhaps_old": {
    severity: "notice",
    message:
      "Resolvers give other addresses of the same network or behind an alias of the same place, and the zone's servers were not seen to give them: {subject}. They may be the old ones.",
    reference: null,
    fix: "If you have just moved within that network, wait until each one's `until`. Names that are given by where one asks from look the same.",
  },
  "propagation.few_resolvers": {
    severity: "notice",
    message: "Only {subject} could be asked: that says little of a country.",
    reference: null,
    fix: "Ask for another country too, such as us.",
  },
  "propagation.few_answers": {
    severity: "warning",
    message: "Fewer than half of the resolvers answered: {subject}.",
    reference: null,
    fix: "See each one's `reason`, and ask again. Not being able to ask says nothing of the name.",
  },
  "propagation.port53_intercepted": {
    severity: "warning",
    message:
      "Something in this API's own network answers questions to {subject} itself: no resolver was really asked.",
    reference: null,
    fix: "Operators: have your network let DNS (port 53) through to others, or run this API elsewhere.",
  },
} as const satisfies FindingTable;

/** A finding of this tool. @param subject what it is about. */
export function findingOf(code: keyof typeof FINDINGS, subject: string | null = null): Finding {
  return finding(FINDINGS, code, subject);
}
