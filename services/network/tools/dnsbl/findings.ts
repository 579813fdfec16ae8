import type { FindingTable } from "@dnstools/core/finding";

export const FINDINGS = {
  "dnsbl.listed": {
    severity: "error",
    message: "Blacklisted: {subject}. Receivers that use the list refuse mail for it.",
    reference: "RFC 5782 2.1",
    fix: "Find out what the list saw (its words are in `text`), stop it, then ask for removal at its delistUrl.",
  },
  "dnsbl.listed_minor": {
    severity: "warning",
    message: "Blacklisted by a list that few receivers use: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "See the list's words in `text`; many such entries end by themselves.",
  },
  "dnsbl.listed_policy": {
    severity: "notice",
    message: "Listed by policy, not for wrongdoing: {subject}. Mail should not leave directly from there.",
    reference: "RFC 5782 2.1",
    fix: "Send mail through your provider's or your own mail server; nothing else is affected.",
  },
  "dnsbl.inconclusive": {
    severity: "warning",
    message: "Lists that many receivers use could not be asked: {subject}.",
    reference: null,
    fix: "See their `reason`. Not being able to ask says nothing about the address.",
  },
  "dnsbl.refused": {
    severity: "notice",
    message: "Lists do not answer this API: {subject}.",
    reference: null,
    fix: "Operators: ask through a recursive resolver of your own, with a name for its address, and set DNSBL_KEYS.",
  },
  "dnsbl.rewritten": {
    severity: "warning",
    message: "Something on the way puts addresses of its own in place of the lists' answers: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "Operators: use a resolver that does not rewrite NXDOMAIN.",
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
      "The lists were asked through a public resolver ({subject}), whom several of them refuse or mislead.",
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
  "dnsbl.mx_not_public": {
    severity: "warning",
    message:
      "The first mail server, {subject}, has an address that is not public: no list was asked about it.",
    reference: "RFC 5321 5.1",
    fix: "Name a server in the MX record that the Internet can reach.",
  },
} as const satisfies FindingTable;
