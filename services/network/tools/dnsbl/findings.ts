import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "dnsbl.listed": {
    severity: "error",
    message: "Blacklisted: {subject}. Receivers that use such a list refuse the mail.",
    reference: "RFC 5782 2.1",
    fix: "Read what the list saw (`text`), remove the cause, then ask the list for removal.",
    meaning:
      "A blacklist that many mail servers use has the address or the domain, mostly for spam that came from it or for malware on it. Mail is refused or filed as spam until the entry is removed; an entry that is removed before its cause comes back.",
    found:
      "The resolver is asked for the A record of the reversed address, or of the domain, below the list's zone; the address in the answer is one that the list publishes as a listing, and the list passed its own test points (RFC 5782 5).",
  },
  "dnsbl.listed_minor": {
    severity: "warning",
    message: "Blacklisted by lists that few receivers use: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "Read what the lists saw (`text`). Many such entries end by themselves; for others `delistUrl` says where to ask for removal.",
    meaning:
      "Small lists, or lists of whole networks, have the address or the domain. Few mail servers act on them, so most mail arrives; an entry can still show that a host of the network sends spam.",
    found:
      "The resolver is asked for the A record of the reversed address, or of the domain, below the list's zone; the address in the answer is one that the list publishes as a listing, and the list passed its own test points (RFC 5782 5).",
  },
  "dnsbl.listed_policy": {
    severity: "notice",
    message: "Listed by policy, not for wrongdoing: {subject}. Such hosts should not send mail directly.",
    reference: "RFC 5782 2.1",
    fix: "Send mail through the mail server of your provider or your organisation; other services are not affected.",
    meaning:
      "The list holds addresses that should not send mail to other mail servers, such as those of home connections. Mail that the host sends directly is refused; mail through a mail server is not.",
    found:
      "The list's answer to the A question for the address is one that the list publishes for entries by policy.",
  },
  "dnsbl.inconclusive": {
    severity: "warning",
    message: "Lists that many receivers use gave no usable answer: {subject}.",
    reference: null,
    fix: "Read the `reason` of each list, and ask again later or through another resolver.",
    meaning:
      "Whether these lists have the address or the domain is not known: that is neither a listing nor its absence. The verdict stays `unknown` until they answer.",
    found:
      "Each list that many receivers use is asked like all others; its answer is missing, is a refusal, or comes from a list that failed its own test points (RFC 5782 5).",
  },
  "dnsbl.refused": {
    severity: "notice",
    message: "Lists do not answer this API: {subject}.",
    reference: null,
    fix: "For the operator of this API: ask through a recursive resolver of your own whose address has a PTR record, and set DNSBL_KEYS.",
    meaning:
      "These lists refuse the resolver of this API, as many refuse public resolvers and large users without a contract. They say nothing about the address or the domain.",
    found: "The list's answer is an address that stands for a refusal, such as 127.255.255.254, or REFUSED.",
  },
  "dnsbl.rewritten": {
    severity: "warning",
    message: "The resolver puts addresses of its own in place of the lists' answers: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "For the operator of this API: use a resolver that does not rewrite NXDOMAIN.",
    meaning:
      "The resolver of this API answers names that do not exist with addresses of a web server. No list can be read through it, so nothing is known about the address or the domain.",
    found: "The answers of most lists are addresses outside 127.0.0.0/8, which no blocklist gives.",
  },
  "dnsbl.parked": {
    severity: "info",
    message:
      "Lists answer with addresses that no blocklist gives, as a parked domain does, and are not believed: {subject}.",
    reference: "RFC 5782 2.1",
    fix: null,
    meaning:
      "The domain of the list has expired or was sold, and every name in it leads to a web server. Mail servers that still use the list refuse all mail or none; it says nothing about the address or the domain.",
    found:
      "The answer of the list is an address outside 127.0.0.0/8, while other lists are answered as they should be.",
  },
  "dnsbl.unhealthy": {
    severity: "info",
    message: "Lists failed their own test points and are not believed: {subject}.",
    reference: "RFC 5782 5",
    fix: null,
    meaning:
      "The list does not list its test entry, or lists an address that it must not list: it is out of service or lists everything. Its answers prove nothing, and the verdict does without them.",
    found:
      "Each list is asked through the same resolver for one entry that it must have and one that it must not have, such as 127.0.0.2 and 127.0.0.1; `proofs` shows the answers.",
  },
  "dnsbl.public_resolver": {
    severity: "notice",
    message:
      "The lists were asked through a public resolver ({subject}); several lists refuse or mislead public resolvers.",
    reference: null,
    fix: "For the operator of this API: set DNS_RESOLVERS to a recursive resolver of your own.",
    meaning:
      "Lists see the resolver and not this API. Many refuse public resolvers, and some answer them as if nothing were listed; the test points show which, and those lists are unknown.",
    found: "The addresses of this API's resolvers are compared with a table of public resolvers.",
  },
  "dnsbl.null_mx": {
    severity: "info",
    message: "{subject} takes no mail (null MX): there is no mail server to look for in the lists.",
    reference: "RFC 7505 3",
    fix: null,
    meaning:
      "The domain says that it takes no mail, so only the domain itself was looked for, in the lists of domains.",
    found: "The resolver is asked for the MX records of the domain: the only one names the root.",
    record: "example.com. 3600 IN MX 0 .",
  },
  "dnsbl.no_mx": {
    severity: "info",
    message:
      "{subject} has no MX record, so no mail server was looked for in the lists; mail goes to its own address, where it has one.",
    reference: "RFC 5321 5.1",
    fix: "Ask for its address with `ip` to have the address looked for.",
    meaning:
      "Only the domain itself was looked for, in the lists of domains. Mail for a domain without MX records goes to the domain's own address.",
    found: "The resolver is asked for the MX records of the domain, and proves that there are none.",
    record: "example.com. 3600 IN MX 10 mail.example.com.",
  },
  "dnsbl.mx_without_address": {
    severity: "warning",
    message: "The first mail server, {subject}, has no address.",
    reference: "RFC 5321 5.1",
    fix: "Publish an A or AAAA record for {subject}, or name another server in the MX record.",
    meaning:
      "Mail for the domain cannot reach this server; senders try the next one, and where there is none the mail comes back. No address could be looked for in the lists.",
    found:
      "The resolver is asked for the MX records of the domain, then for the A and AAAA records of the mail server of the lowest preference.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
  "dnsbl.mx_unknown": {
    severity: "warning",
    message:
      "The first mail server of {subject}, or its address, could not be found out, so it was not looked for in the lists of addresses.",
    reference: null,
    fix: "Read `reason` in `mx`, correct the name servers of the zone where they fail, and ask again.",
    meaning:
      "The lists of addresses are unknown for this domain: that is neither a listing nor its absence. Name servers that do not answer hold up mail to the domain as well.",
    found:
      "The resolver is asked for the MX records of the domain and for the addresses of the first mail server, and one of these questions got no answer.",
    types: ["MX", "A", "AAAA"],
  },
  "dnsbl.mx_not_public": {
    severity: "warning",
    message:
      "The first mail server, {subject}, has an address that is not public, so it was not looked for in the lists.",
    reference: "RFC 5321 5.1",
    fix: "Name a server in the MX record that has a public address.",
    meaning:
      "Other mail servers cannot reach an address of a private network, so mail for the domain does not arrive unless a further mail server takes it.",
    found:
      "The first address of the mail server is compared with the special-purpose address registries (RFC 6890); nothing is sent to it.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
} as const satisfies FindingTable;

/** A finding of this tool. */
export function findingOf(code: keyof typeof FINDINGS, about: string | About): Finding {
  return finding(FINDINGS, code, about);
}
