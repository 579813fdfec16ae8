import { type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "dnsbl.listed": {
    severity: "error",
    message: "Blacklisted: {subject}. Receivers that use such a list refuse the mail.",
    reference: "RFC 5782 2.1",
    fix: "Read in `text` what the list saw, remove the cause, then ask the list for removal.",
  },
  "dnsbl.listed_minor": {
    severity: "warning",
    message: "Blacklisted by lists that few receivers use: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "Read in `text` what the lists saw; many such entries end by themselves.",
  },
  "dnsbl.listed_policy": {
    severity: "notice",
    message: "Listed by policy, not for wrongdoing: {subject}. Such hosts should not send mail directly.",
    reference: "RFC 5782 2.1",
    fix: "Send mail through your provider's or your own mail server; nothing else is affected.",
  },
  "dnsbl.inconclusive": {
    severity: "warning",
    message: "Lists that many receivers use gave no answer that can be believed: {subject}.",
    reference: null,
    fix: "See the `reason` of each list. This proves neither a listing nor its absence.",
  },
  "dnsbl.refused": {
    severity: "notice",
    message: "Lists do not answer this API: {subject}.",
    reference: null,
    fix: "Operators: ask through a recursive resolver of your own, with a name for its address, and set DNSBL_KEYS.",
  },
  "dnsbl.rewritten": {
    severity: "warning",
    message: "The resolver puts addresses of its own in place of the lists' answers: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "Operators: use a resolver that does not rewrite NXDOMAIN.",
  },
  "dnsbl.parked": {
    severity: "info",
    message:
      "Lists answer with addresses that no blocklist gives, as a parked domain does, and are not believed: {subject}.",
    reference: "RFC 5782 2.1",
    fix: null,
  },
  "dnsbl.unhealthy": {
    severity: "info",
    message: "Lists failed their own test points and are not believed: {subject}.",
    reference: "RFC 5782 5",
    fix: null,
  },
  "dnsbl.public_resolver": {
    severity: "warning",
    message:
      "The lists were asked through a public resolver ({subject}); several lists refuse or mislead public resolvers.",
    reference: null,
    fix: "Operators: set DNS_RESOLVERS to a recursive resolver of your own.",
  },
  "dnsbl.null_mx": {
    severity: "info",
    message: "{subject} takes no mail (null MX): there is no mail server to look for in the lists.",
    reference: "RFC 7505 3",
    fix: null,
  },
  "dnsbl.no_mx": {
    severity: "info",
    message:
      "{subject} names no mail server, so none was looked for in the lists; mail goes to its own address, if anywhere.",
    reference: "RFC 5321 5.1",
    fix: "Ask for its address with `ip` to have it looked for.",
  },
  "dnsbl.mx_without_address": {
    severity: "warning",
    message: "The first mail server, {subject}, has no address.",
    reference: "RFC 5321 5.1",
    fix: "Give it an address, or name another server in the MX record.",
  },
  "dnsbl.mx_unknown": {
    severity: "warning",
    message:
      "The first mail server of {subject}, or its address, could not be found out: the lists of addresses were not asked about it.",
    reference: null,
    fix: "See `reason` in `mx`, and ask again. This proves neither a listing nor its absence.",
  },
  "dnsbl.mx_not_public": {
    severity: "warning",
    message:
      "The first mail server, {subject}, has an address that is not public: no list was asked about it.",
    reference: "RFC 5321 5.1",
    fix: "Name a server in the MX record that the Internet can reach.",
  },
} as const satisfies FindingTable;

/** A finding of this tool. @param subject what it is about. */
export function findingOf(code: keyof typeof FINDINGS, subject: string | null = null): Finding {
  return finding(FINDINGS, code, subject);
}
