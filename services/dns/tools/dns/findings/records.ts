import type { FindingTable } from "@dnstools/core/tool/finding";

/** Findings about records, by code: mail servers, SPF, TTLs and SOA timers. */
export const RECORD_FINDINGS = {
  "dns.null_mx_with_others": {
    severity: "error",
    message: "{subject} has a null MX, which means that it accepts no mail, but also has other MX records.",
    reference: "RFC 7505 3",
    fix: "Remove the null MX `0 .`, or all other MX records.",
    meaning:
      "A null MX must be the only MX record of a name. Some senders reject the mail at once, others deliver it to the mail servers.",
    found:
      "The MX records at the zone's name servers include one with the target `.` and at least one other.",
    record: "example.com. 3600 IN MX 10 mail.example.com.",
    types: ["MX"],
  },
  "dns.null_mx_preference": {
    severity: "notice",
    message:
      "The null MX of {subject} has a preference other than 0, so some senders do not recognize it as a null MX.",
    reference: "RFC 7505 3",
    fix: "Write the record as `0 .`.",
    meaning:
      "A null MX has the preference 0. A strict sender does not recognize any other value, tries to deliver the mail, and gives up only after days.",
    found: "The only MX record at the zone's name servers has the target `.` and a preference above 0.",
    record: "example.com. 3600 IN MX 0 .",
    types: ["MX"],
  },
  "dns.mx_is_address": {
    severity: "error",
    message: "The MX of {subject} is an IP address, but it must be a host name.",
    reference: "RFC 5321 5.1",
    fix: "Give the mail server a name with an A or AAAA record, and put that name into the MX.",
    meaning:
      "Mail servers look up the target of an MX as a name. An address is not a name in DNS, so most senders cannot deliver.",
    found: "The target of an MX record at the zone's name servers has the form of an IP address.",
    record: "example.com. 3600 IN MX 10 mail.example.com.\nmail.example.com. 3600 IN A 192.0.2.25",
    types: ["MX"],
  },
  "dns.mx_is_alias": {
    severity: "warning",
    message: "The mail server {subject} of the MX is an alias (CNAME), which some senders refuse.",
    reference: "RFC 2181 10.3",
    fix: "Replace {subject} in the MX with the target of its CNAME.",
    meaning:
      "The target of an MX must have address records of its own. Most senders follow the alias; strict senders do not deliver.",
    found: "The answer to the A or AAAA query for the MX target contains a CNAME.",
    record: "example.com. 3600 IN MX 10 mail.example.com.\nmail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
  "dns.mx_without_address": {
    severity: "error",
    message: "The mail server {subject} of the MX has no address, so no mail can reach it.",
    reference: "RFC 5321 5.1",
    fix: "Give {subject} an A or AAAA record, or remove it from the MX.",
    meaning:
      "Senders find no host to connect to. If this is the only mail server, mail to the domain is returned to the sender.",
    found: "The resolver's answers to the A and AAAA queries for the MX target contain no address.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
  "dns.mx_unresolved": {
    severity: "error",
    message: "Resolvers cannot find the address of the mail server {subject} of the MX (SERVFAIL).",
    reference: "RFC 5321 5.1",
    fix: "Repair the zone of {subject}, or name a mail server in a zone that works.",
    meaning:
      "The zone of the mail server's name does not work. Senders queue the mail, retry for days, and then return it.",
    found: "The resolver answers SERVFAIL to the A and AAAA queries for the MX target.",
    record: "example.com. 3600 IN MX 10 mail.example.com.",
    types: ["A", "AAAA"],
  },
  "dns.mx_private": {
    severity: "error",
    message:
      "The mail server {subject} has an address that is not public, so no mail from outside can reach it.",
    reference: "RFC 1918 5",
    fix: "Give the mail server a public address, or remove it from the MX.",
    meaning:
      "The address is valid only inside a private network. Senders elsewhere reach no host, or a machine in their own network.",
    found:
      "The A or AAAA record of an MX target is in a block that IANA does not list as globally reachable.",
    record: "mail.example.com. 3600 IN A 192.0.2.25",
    types: ["A", "AAAA"],
  },
  "dns.several_spf": {
    severity: "error",
    message: "{subject} has more than one SPF record, which receivers treat as a permanent error.",
    reference: "RFC 7208 4.5",
    fix: "Merge the SPF records into one TXT record that begins with v=spf1.",
    meaning:
      "SPF fails for all mail of the domain, as if the domain had no valid SPF record. Mail that relies on SPF alone is rejected or marked as spam.",
    found: "At least two TXT records of the name at the zone's name servers begin with v=spf1.",
    record: 'example.com. 3600 IN TXT "v=spf1 mx ip4:192.0.2.25 -all"',
    types: ["TXT"],
  },
  "dns.caa_critical_unknown": {
    severity: "error",
    message:
      "{subject} has a CAA record that is marked as critical and whose tag authorities do not know: no authority may issue a certificate.",
    reference: "RFC 8659 4.5",
    fix: "Correct the tag of the record, or remove the record.",
    meaning:
      "Every certificate authority must refuse to issue a certificate for the name and the names below it, so the next renewal fails.",
    found:
      "A CAA record of the name at the zone's name servers has the critical flag (128) and a tag that IANA does not list.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
    types: ["CAA"],
  },
  "dns.caa_tag_misspelt": {
    severity: "warning",
    message: "{subject} has a CAA record with a misspelt tag, so authorities ignore the record.",
    reference: "RFC 8659 4.1",
    fix: "Correct the tag of the record: issue, issuewild, issuemail, iodef, contactemail or contactphone.",
    meaning:
      "The record has no effect. If no other CAA record has the tag `issue`, every authority may issue certificates.",
    found:
      "A CAA record of the name at the zone's name servers has a tag that IANA does not list and that differs little from a listed one.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
    types: ["CAA"],
  },
  "dns.caa_issuer_invalid": {
    severity: "warning",
    message: "{subject} has a CAA record whose value names no certificate authority.",
    reference: "RFC 8659 4.2",
    fix: "Write the domain name that the authority documents, without a scheme and without a final dot. Use one record for each authority.",
    meaning:
      "For an authority, such a value names no authority. If no other record names the authority, it must refuse to issue.",
    found:
      "The value of a CAA record of the name at the zone's name servers does not follow the grammar: a domain name, and parameters after a semicolon.",
    record: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
    types: ["CAA"],
  },
  "dns.caa_iodef_invalid": {
    severity: "notice",
    message: "{subject} has a CAA record for reports (iodef) whose value is not a URL.",
    reference: "RFC 8659 4.4",
    fix: "Write the address as a URL that begins with mailto:, http: or https:.",
    meaning: "Authorities that report refused requests cannot send a report.",
    found:
      "The value of a CAA record with the tag iodef at the zone's name servers is not a URL with one of these schemes.",
    record: 'example.com. 3600 IN CAA 0 iodef "mailto:security@example.com"',
    types: ["CAA"],
  },
  "dns.caa_flags_reserved": {
    severity: "notice",
    message: "{subject} has a CAA record with a reserved flag.",
    reference: "RFC 8659 4.1",
    fix: "Use 0 or, for a critical property, 128.",
    meaning:
      "Authorities ignore reserved flags. Often 1 was written to mark the record as critical, which it does not.",
    found: "The flags of a CAA record of the name at the zone's name servers are neither 0 nor 128.",
    record: 'example.com. 3600 IN CAA 128 issue "letsencrypt.org"',
    types: ["CAA"],
  },
  "dns.https_alias_useless": {
    severity: "warning",
    message:
      "{subject} has addresses, but its HTTPS record is an alias to itself or to the root, which offers no service.",
    reference: "RFC 9460 2.5.1",
    fix: "Remove the HTTPS record, or use priority 1 and the target `.` to describe the service at the name itself.",
    meaning:
      "With priority 0, the record is an alias: the target `.` says that there is no service, and an alias to the name itself is a loop. Clients may not connect, or waste time before they use the addresses.",
    found:
      "An HTTPS record of the name at the zone's name servers has priority 0, and its target is `.` or the name itself; the name has A or AAAA records.",
    record: 'example.com. 3600 IN HTTPS 1 . alpn="h2,h3"',
    types: ["HTTPS"],
  },
  "dns.soa_no_primary": {
    severity: "notice",
    message: "The SOA record of {subject} names the root as the primary name server.",
    reference: "RFC 1035 3.3.13",
    fix: "Put the name of the zone's primary name server into the first field of the SOA record.",
    meaning:
      "Servers that notify the primary server or send it dynamic updates do not find it. Resolvers are not affected.",
    found: "The first field (MNAME) of the SOA record at the zone's name servers is `.`.",
    record:
      "example.com. 3600 IN SOA ns1.example.com. hostmaster.example.com. 2026112301 86400 7200 3600000 3600",
    types: ["SOA"],
  },
  "dns.ttl_zero": {
    severity: "notice",
    message: "{subject} has a TTL of 0, so resolvers ask the zone's servers again for every use.",
    reference: "RFC 1035 3.2.1",
    fix: "Use 300 seconds or more, unless the record really changes every second.",
    meaning:
      "No resolver caches the record. Each use of the name waits for the zone's servers, and even a short failure of these servers is noticed at once.",
    found: "The TTL of the record in the answer of a name server of the zone is 0.",
    record: "www.example.com. 300 IN A 192.0.2.80",
  },
  "dns.ttl_differs": {
    severity: "warning",
    message:
      "The records of {subject} have different TTLs, but records of one name and type must have the same TTL.",
    reference: "RFC 2181 5.2",
    fix: "Give all records of the same name and type the same TTL.",
    meaning:
      "A resolver may drop some of the records earlier than others and return an incomplete set. Most resolvers use the lowest TTL for all of them.",
    found:
      "A name server of the zone returns records of one name and type with different TTLs in one answer.",
    record: "www.example.com. 300 IN A 192.0.2.80\nwww.example.com. 300 IN A 192.0.2.81",
  },
  "dns.ttl_differs_by_server": {
    severity: "notice",
    message: "The zone's servers return the same records with different TTLs: {subject}.",
    reference: "RFC 2181 5.2",
    fix: "Bring all servers to the same version of the zone. If the DNS provider looks these records up elsewhere (ALIAS, CNAME flattening), no change is needed.",
    meaning:
      "The servers have different versions of the zone, or some serve these records from a cache. A change of the record reaches users at different times.",
    found:
      "Name servers with the same SOA serial return the same values of one name and type with different TTLs.",
  },
  "dns.soa_timers": {
    severity: "notice",
    message: "Timers in the SOA of {subject} contradict each other, or are far from the usual values.",
    reference: "RFC 1912 2.2",
    fix: "Use the usual values: 86400 for refresh, 7200 for retry, 3600000 for expire and 3600 for minimum (RIPE-203, RFC 2308).",
    meaning:
      "The timers set how often secondary servers fetch the zone, how long they keep it without the primary, and how long resolvers cache negative answers. Wrong values cause outdated data, or secondary servers that drop the zone.",
    found:
      "This API compares the timers in the SOA record of the zone's name servers with RFC 1912 and RIPE-203.",
    record:
      "example.com. 3600 IN SOA ns1.example.com. hostmaster.example.com. 2026112301 86400 7200 3600000 3600",
  },
} as const satisfies FindingTable;
