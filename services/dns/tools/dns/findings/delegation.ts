import type { FindingTable } from "@dnstools/core/tool/finding";

/** Findings about a zone's delegation, and about the names and addresses of its servers, by code. */
export const DELEGATION_FINDINGS = {
  "dns.delegation_mismatch": {
    severity: "warning",
    message: "The parent and the zone name different servers: {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Name the same servers at the registrar and in the zone's NS records.",
    meaning:
      "Some resolvers use the parent's list, others the zone's. A server that only one list names may have old data, and does not help if the other servers fail.",
    found:
      "This API compares the NS records that the parent's name server returns with those that the zone's servers return.",
    record: "example.com. 86400 IN NS ns1.example.com.\nexample.com. 86400 IN NS ns2.example.net.",
  },
  "dns.missing_glue": {
    severity: "error",
    message:
      "The parent names {subject}, inside the zone itself, as a name server but returns no address (glue) for this server.",
    reference: "RFC 1034 4.2.1",
    fix: "Register the addresses of {subject} at the registrar (host or glue records).",
    meaning:
      "A resolver can find the address of this server only by asking the server itself, so it cannot use the server. If every server has this fault, the domain is down.",
    found:
      "The referral from the parent's name server has the NS record but no A or AAAA record for its target.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53",
  },
  "dns.glue_mismatch": {
    severity: "warning",
    message: "The parent and the zone have different addresses for the name server {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Register the right addresses at the registrar (host or glue records), and correct the zone where it is wrong.",
    meaning:
      "Resolvers begin with the address from the parent. If that address is outdated, they query a machine that no longer exists or has an old version of the zone.",
    found:
      "This API compares the glue in the parent's referral with the A and AAAA records that the zone's own servers return for the same name.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53",
  },
  "dns.one_server": {
    severity: "warning",
    message: "The zone has only one name server, {subject}: when it fails, the domain fails.",
    reference: "RFC 2182 5",
    fix: "Add a second name server in another network.",
    meaning:
      "A zone should have at least two name servers. With only one, each restart and each failure of its network makes web and mail of the domain unreachable.",
    found: "The parent's referral and the zone's own NS records name a single server.",
    record: "example.com. 86400 IN NS ns2.example.net.",
  },
  "dns.one_network": {
    severity: "notice",
    message: "All name servers are in one network, {subject}: when it fails, the domain fails.",
    reference: "RFC 2182 3.1",
    fix: "Put a name server into another network.",
    meaning:
      "Servers in one network share its router and its uplink. One failure or attack there makes all of them unreachable at once.",
    found: "The addresses of all name servers are in one IPv4 /24 or one IPv6 /48.",
    record: "example.com. 86400 IN NS ns2.example.net.",
  },
  "dns.ns_one_address": {
    severity: "warning",
    message: "Name servers with different names have the same address, so they are one server: {subject}.",
    reference: "RFC 2182 5",
    fix: "Give each name server an address, a machine and a network of its own.",
    meaning:
      "The zone seems to have several name servers but has only one. When that machine fails, all of these names fail.",
    found: "The glue or the A and AAAA records of two name servers have an address in common.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53\nns2.example.com. 86400 IN A 198.51.100.53",
  },
  "dns.ns_without_address": {
    severity: "error",
    message: "The name server {subject} has no address, so resolvers cannot query it.",
    reference: "RFC 1912 2.8",
    fix: "Give {subject} an address, or remove it from the zone and at the registrar.",
    meaning:
      "The server is useless, and resolvers lose time on it. If its name can be registered, the new owner can answer for the zone.",
    found: "The resolver's answers to the A and AAAA queries for the name server contain no address.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53",
  },
  "dns.ns_unresolved": {
    severity: "error",
    message: "Resolvers cannot find the address of the name server {subject} (SERVFAIL).",
    reference: "RFC 1912 2.8",
    fix: "Repair the zone of {subject}, or use name servers whose names are in a zone that works.",
    meaning:
      "The zone of the server's name does not work, or depends on this zone in a loop. The server is useless; if every server has this fault, the domain is down.",
    found: "The resolver answers SERVFAIL to the A and AAAA queries for the name server.",
    record: "example.com. 86400 IN NS ns2.example.net.",
  },
  "dns.ns_is_alias": {
    severity: "error",
    message: "The name server {subject} is an alias (CNAME), which resolvers need not follow.",
    reference: "RFC 2181 10.3",
    fix: "Replace {subject} in the NS record with the target of its CNAME.",
    meaning:
      "The target of an NS record must have address records of its own. Resolvers that do not follow the alias cannot use this server.",
    found: "The answer to the A or AAAA query for the name server contains a CNAME.",
    record: "example.com. 86400 IN NS ns1.example.net.",
  },
  "dns.ns_bogus": {
    severity: "error",
    message: "The address of the name server {subject} does not validate (DNSSEC).",
    reference: "RFC 4035 5.5",
    fix: "Repair DNSSEC in the zone of {subject}, or use name servers whose names are in a zone that works.",
    meaning:
      "Resolvers that look the server up and check signatures cannot use it. If every server has this fault, the domain is down for their users.",
    found:
      "The resolver answers SERVFAIL for the address of the name server, but returns the address when it need not check signatures. For a name server in the zone itself, no signature over its address verifies.",
  },
  "dns.servers_ipv6_only": {
    severity: "warning",
    message:
      "No name server of {subject} has an IPv4 address, so resolvers without IPv6 cannot query the zone.",
    reference: "RFC 3901 3",
    fix: "Add a name server that has an IPv4 address.",
    meaning: "Many resolvers have no IPv6. For their users the domain is down.",
    found: "No name server has an IPv4 address in its glue or its A records.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53",
  },
  "dns.not_delegated": {
    severity: "warning",
    message:
      "{subject} is not delegated: the parent's servers serve it as a separate zone, but the parent zone has no NS records for it.",
    reference: "RFC 1034 4.2.1",
    fix: "Add NS records for {subject}, and a DS if it is signed, to the parent zone; or move its records into the parent zone.",
    meaning:
      "The zone is found only because the same servers hold both zones. It becomes unreachable as soon as the parent zone moves, and the parent's DNSSEC proves that the zone does not exist.",
    found:
      "The parent's name servers answer NXDOMAIN with the parent's SOA to the query for the DS of the zone.",
    record: "sub.example.com. 86400 IN NS ns1.example.com.",
  },
  "dns.no_own_ns": {
    severity: "error",
    message: "{subject} has no NS records of its own: only its delegation at the parent names its servers.",
    reference: "RFC 1034 4.2.1",
    fix: "Publish the same NS records in the zone as at the parent.",
    meaning:
      "A zone must have NS records at its apex. Resolvers that check the delegation against the zone may give up, and secondary servers get no notice of changes.",
    found: "The zone's name servers answer the NS query, but return no record.",
    record: "example.com. 86400 IN NS ns1.example.com.\nexample.com. 86400 IN NS ns2.example.net.",
  },
  "dns.no_own_soa": {
    severity: "error",
    message: "{subject} has no SOA record, so resolvers cannot cache its negative answers.",
    reference: "RFC 1035 5.2",
    fix: "Publish one SOA record at the apex of the zone.",
    meaning:
      "The SOA contains the version of the zone and the lifetime of negative answers. Without it, resolvers repeat each query, and secondary servers cannot fetch the zone.",
    found: "The zone's name servers, or the resolver, answer the SOA query, but return no record.",
    record:
      "example.com. 3600 IN SOA ns1.example.com. hostmaster.example.com. 2026112301 86400 7200 3600000 3600",
  },
} as const satisfies FindingTable;
