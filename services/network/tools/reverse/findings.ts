import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

/** All findings of the reverse tool, by code. */
export const FINDINGS = {
  "reverse.no_ptr": {
    severity: "warning",
    message: "{subject} has no PTR record: many mail servers reject mail from such addresses.",
    reference: "RFC 1912 2.1",
    fix: "If mail leaves from the address, ask the provider of the address to set a PTR record.",
    meaning:
      "The address has no name. Many mail servers reject mail from it or treat it as spam; web servers and other services work without a PTR record.",
    found:
      "The resolver is asked for the PTR records of the address's name under in-addr.arpa or ip6.arpa, and proves that there are none.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.no_forward": {
    severity: "warning",
    message:
      "The names in the PTR records have no address of the same family (A for IPv4, AAAA for IPv6): {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Publish an A or AAAA record with this address for {subject}, or change the PTR record to another host.",
    meaning:
      "The name of the address cannot be confirmed, because it does not resolve to any address of this family. Mail servers that check this (forward-confirmed reverse DNS) reject or distrust mail from the address.",
    found:
      "The resolver is asked for the address records of each name in the PTR records: A for an IPv4 address, AAAA for an IPv6 address.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
  },
  "reverse.other_address": {
    severity: "warning",
    message: "The names in the PTR records have only other addresses: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Add the address to {subject}, or change the PTR record to the host that has the address.",
    meaning:
      "The address and its name contradict each other, so the name proves nothing. Mail servers that check this (forward-confirmed reverse DNS) reject or distrust mail from the address.",
    found:
      "The resolver is asked for the A or AAAA records of each name in the PTR records, and none of them is the address.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
  },
  "reverse.not_a_host_name": {
    severity: "warning",
    message: "The names in the PTR records are not host names and were not looked up: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Change the PTR record to the name of a host in the public DNS.",
    meaning:
      "Software that looks up the address gets a text that cannot be the name of a host, such as an address or a single dot. The address then counts as having no name.",
    found: "Each name in the PTR records is compared with the syntax of host names (RFC 1123 2.1).",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.not_in_public_dns": {
    severity: "warning",
    message: "The names in the PTR records cannot be in the public DNS and were not looked up: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Change the PTR record to the name of a host in the public DNS.",
    meaning:
      "The name is from a private network, such as localhost or server.internal. Other networks cannot confirm it, and mail servers that check names reject or distrust mail from the address.",
    found:
      "Each name in the PTR records is compared with the special-use names (RFC 6761) and the top-level domains of the root.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.dangling_alias": {
    severity: "error",
    message: "The reverse name is an alias (CNAME) for {subject}, which has no PTR record.",
    reference: "RFC 2317 4",
    fix: "Publish the PTR record under {subject}, or ask the provider of the address to correct the alias.",
    meaning:
      "The provider has delegated the reverse name to another zone, and that zone has no PTR record. The address has no name until one of the two is corrected, and many mail servers reject mail from it.",
    found:
      "The resolver is asked for the PTR records of the address's reverse name; the answer has a CNAME record but no PTR record.",
    record: "25.0-31.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.many_ptr": {
    severity: "notice",
    message: "The address has {subject} PTR records; the first 20 by name were looked up.",
    reference: "RFC 2181 10.2",
    fix: "Keep one PTR record: the name that the host itself uses.",
    meaning:
      "Several PTR records are allowed, but most software reads only one of them, and which one may change. A mail server may see a name that does not resolve back to the address.",
    found: "The resolver is asked for the PTR records of the address, and they are counted.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.generic_name": {
    severity: "notice",
    message:
      "The name {subject} contains the address, like the names that providers assign to customers' lines: mail servers distrust such names.",
    reference: null,
    fix: "If the host sends mail, ask the provider of the address to set a PTR record with the host's own name.",
    meaning:
      "Mail servers take a name such as 192-0-2-25.dyn.example.net for a home connection and rate its mail lower. A host that sends no mail needs no change.",
    found:
      "The numbers of the address, decimal or hexadecimal, are searched for in the names of its PTR records.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "reverse.several_origins": {
    severity: "notice",
    message: "Several ASes announce the address: {subject}. This is either intended or a hijack.",
    reference: "RFC 1930 7",
    fix: "Check that the holder of the address has authorized these ASes (RPKI, or the registry's route objects).",
    meaning:
      "Packets for the address go to one or the other network, depending on where they are sent. Some operators do this on purpose (anycast, a change of provider); an AS that the holder has not authorized receives traffic that is not meant for it.",
    found: "Team Cymru's origin zone is asked over DNS (TXT) for the prefix of the address and its ASes.",
  },
  "reverse.not_announced": {
    severity: "notice",
    message: "Team Cymru knows no AS that announces {subject} to the Internet.",
    reference: null,
    fix: "If the address should be reachable, ask the network that routes it whether it announces the prefix.",
    meaning:
      "An address that no AS announces cannot be reached over the Internet. A prefix that was announced in the last hours may be missing.",
    found:
      "Team Cymru's origin zone is asked over DNS (TXT) for the prefix of the address; the zone's own servers prove that there is none.",
  },
  "reverse.registries_disagree": {
    severity: "info",
    message: "The announced prefix and the address's registry name different countries: {subject}.",
    reference: null,
    fix: null,
    meaning:
      "The first country belongs to the announced prefix, the second to the smaller or larger block in the registry. Both say where a block is registered, not where the host is, so this is common and harmless.",
    found:
      "The country in Team Cymru's origin row is compared with the country of the block in the registry's answer (RDAP or port 43).",
  },
} as const satisfies FindingTable;

/** Creates a finding of the reverse tool. */
export function findingOf(code: keyof typeof FINDINGS, about: string | About): Finding {
  return finding(FINDINGS, code, about);
}
