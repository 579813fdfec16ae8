import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

/** All findings of the dnsbl tool, by code. */
export const FINDINGS = {
  "dnsbl.listed": {
    severity: "error",
    message: "Blacklisted: {subject}. Receivers that use such a list reject the mail.",
    reference: "RFC 5782 2.1",
    fix: "Read the list's explanation (`text`), remove the cause, then ask the list for removal.",
    meaning:
      "A blacklist that many mail servers use contains the address or the domain, usually because of spam or malware from it. Mail is rejected or filed as spam until the entry is removed. If the cause remains, the entry comes back.",
    found:
      "The resolver is asked for the A record of the reversed address, or of the domain, below the list's zone; the address in the answer is one that the list publishes as a listing, and the list passed its own test points (RFC 5782 5).",
  },
  "dnsbl.listed_minor": {
    severity: "warning",
    message: "Blacklisted by lists that few receivers use: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "Read the lists' explanations (`text`). Many such entries expire by themselves; for others, `delistUrl` is the removal page.",
    meaning:
      "Small lists, or lists of whole networks, contain the address or the domain. Few mail servers act on them, so most mail arrives; an entry can still show that a host of the network sends spam.",
    found:
      "The resolver is asked for the A record of the reversed address, or of the domain, below the list's zone; the address in the answer is one that the list publishes as a listing, and the list passed its own test points (RFC 5782 5).",
  },
  "dnsbl.listed_policy": {
    severity: "notice",
    message: "Listed by policy, not for wrongdoing: {subject}. Such hosts should not send mail directly.",
    reference: "RFC 5782 2.1",
    fix: "Send mail through the mail server of your provider or your organization; other services are not affected.",
    meaning:
      "The list holds addresses that should not send mail to other mail servers, such as those of home connections. Mail that the host sends directly is rejected; mail through a mail server is not.",
    found:
      "The list's answer to the A query for the address is a code that the list publishes for policy entries.",
  },
  "dnsbl.inconclusive": {
    severity: "warning",
    message: "Lists that many receivers use gave no usable answer: {subject}.",
    reference: null,
    fix: "Check the `reason` of each list, and ask again later or through another resolver.",
    meaning:
      "It is not known whether these lists contain the address or the domain. The verdict stays `unknown` until they answer.",
    found:
      "At least one list that many receivers use gave no answer, refused to answer, or failed its own test points (RFC 5782 5).",
  },
  "dnsbl.refused": {
    severity: "notice",
    message: "Lists do not answer this API: {subject}.",
    reference: null,
    fix: "For the operator of this API: use a recursive resolver of your own whose address has a PTR record, and set DNSBL_KEYS.",
    meaning:
      "These lists refuse the resolver of this API; many lists refuse public resolvers and large users without a contract. Their answers show nothing about the address or the domain.",
    found:
      "The list's answer is an address that means a refusal, such as 127.255.255.254, or the response code REFUSED.",
  },
  "dnsbl.rewritten": {
    severity: "warning",
    message: "The resolver replaces the lists' answers with other addresses: {subject}.",
    reference: "RFC 5782 2.1",
    fix: "For the operator of this API: use a resolver that does not rewrite NXDOMAIN.",
    meaning:
      "The resolver of this API answers queries for nonexistent names with the address of a web server. No list can be read through it, so nothing is known about the address or the domain.",
    found: "The answers of most lists are addresses outside 127.0.0.0/8, which no blocklist returns.",
  },
  "dnsbl.parked": {
    severity: "info",
    message:
      "Lists answer like parked domains, with addresses that no blocklist uses, so their answers are ignored: {subject}.",
    reference: "RFC 5782 2.1",
    fix: null,
    meaning:
      "The domain of the list has expired or was sold, and every name in it resolves to a web server. Mail servers that still use the list reject all mail or none. Its answers show nothing about the queried address or domain.",
    found: "The answer of the list is an address outside 127.0.0.0/8, while other lists give valid answers.",
  },
  "dnsbl.unhealthy": {
    severity: "info",
    message: "Lists failed their own test points, so their answers are ignored: {subject}.",
    reference: "RFC 5782 5",
    fix: null,
    meaning:
      "The list does not list its test entry, or lists an address that it must not list: it is out of service or lists everything. Its answers prove nothing, and the verdict ignores them.",
    found:
      "Each list is asked through the same resolver for one entry that it must have and one that it must not have, such as 127.0.0.2 and 127.0.0.1; `proofs` shows the answers.",
  },
  "dnsbl.public_resolver": {
    severity: "notice",
    message:
      "The lists were asked through a public resolver ({subject}); several lists refuse public resolvers or give them wrong answers.",
    reference: null,
    fix: "For the operator of this API: set DNS_RESOLVERS to a recursive resolver of your own.",
    meaning:
      "Lists see the address of the resolver and not of this API. Many refuse public resolvers, and some answer them as if nothing were listed; the test points detect such lists, which are then unknown.",
    found: "The addresses of this API's resolvers are compared with a table of public resolvers.",
  },
  "dnsbl.null_mx": {
    severity: "info",
    message: "{subject} accepts no mail (null MX), so there is no mail server to look up in the lists.",
    reference: "RFC 7505 3",
    fix: null,
    meaning:
      "The domain declares that it accepts no mail, so only the domain itself was looked up, in the lists of domains.",
    found: "The resolver is asked for the MX records of the domain: the only MX record names the root.",
    record: "example.com. 3600 IN MX 0 .",
  },
  "dnsbl.no_mx": {
    severity: "info",
    message:
      "{subject} has no MX record, so no mail server was looked up in the lists; mail goes to the domain's own address, if it has one.",
    reference: "RFC 5321 5.1",
    fix: "Send the domain's address as `ip` to look it up in the lists.",
    meaning:
      "Only the domain itself was looked up, in the lists of domains. Mail for a domain without MX records goes to the domain's own address.",
    found: "The resolver is asked for the MX records of the domain, and proves that there are none.",
    record: "example.com. 3600 IN MX 10 mail.example.com.",
  },
  "dnsbl.mx_without_address": {
    severity: "warning",
    message: "The first mail server, {subject}, has no address.",
    reference: "RFC 5321 5.1",
    fix: "Publish an A or AAAA record for {subject}, or name another server in the MX record.",
    meaning:
      "Mail for the domain cannot reach this server. Senders try the next one; if there is none, the mail is returned to the sender. There was no address to look up in the lists.",
    found:
      "The resolver is asked for the MX records of the domain, then for the A and AAAA records of the mail server with the lowest preference.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
  "dnsbl.mx_unknown": {
    severity: "warning",
    message:
      "The first mail server of {subject}, or its address, could not be determined, so it was not looked up in the lists of addresses.",
    reference: null,
    fix: "Check `reason` in `mx`, repair the name servers of the zone if they fail, and ask again.",
    meaning:
      "It is not known whether the lists of addresses contain the domain's mail server. Name servers that do not answer also delay mail to the domain.",
    found:
      "The resolver is asked for the MX records of the domain and for the addresses of the first mail server, and one of these queries got no answer.",
    types: ["MX", "A", "AAAA"],
  },
  "dnsbl.mx_not_public": {
    severity: "warning",
    message:
      "The first mail server, {subject}, has an address that is not public, so it was not looked up in the lists.",
    reference: "RFC 5321 5.1",
    fix: "In the MX record, name a server that has a public address.",
    meaning:
      "Other mail servers cannot reach an address in a private network, so mail for the domain does not arrive unless another mail server accepts it.",
    found:
      "The first address of the mail server is compared with the special-purpose address registries (RFC 6890); nothing is sent to it.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
} as const satisfies FindingTable;

/** Creates a finding of the dnsbl tool. */
export function findingOf(code: keyof typeof FINDINGS, about: string | About): Finding {
  return finding(FINDINGS, code, about);
}
