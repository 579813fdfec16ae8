import type { FindingTable } from "@dnstools/core/finding";

export const FINDINGS = {
  "dns.cname_to_missing": {
    severity: "error",
    message: "The alias leads to {subject}, which does not exist.",
    reference: "RFC 1034 3.6.2",
    fix: "Point the CNAME at a name that exists, or remove it: whoever registers {subject} answers for this name.",
  },
  "dns.cname_loop": {
    severity: "error",
    message: "The aliases of {subject} lead in a circle, or are more than resolvers follow.",
    reference: "RFC 1034 3.6.2",
    fix: "Point {subject} straight at a name with records.",
  },
  "dns.nxdomain_for_type": {
    severity: "error",
    message:
      "The name exists, but is answered as missing (NXDOMAIN) for some types; resolvers may then not find it at all.",
    reference: "RFC 4074 4.2",
    fix: "Have the server answer NOERROR without records for types that {subject} does not have.",
  },
  "dns.cname_beside_data": {
    severity: "error",
    message: "{subject} has a CNAME beside other records; resolvers may give either.",
    reference: "RFC 2181 10.1",
    fix: "Replace the CNAME with address records, or move the other records away.",
  },
  "dns.underscore_in_host": {
    severity: "notice",
    message: "{subject} has addresses or mail servers, but a name with an underscore is no host name.",
    reference: "RFC 1123 2.1",
    fix: "Use a name without an underscore where web or mail software must accept it.",
  },
  "dns.delegation_mismatch": {
    severity: "warning",
    message: "The parent and the zone name different servers: {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Name the same servers at the registrar and in the zone's NS records.",
  },
  "dns.missing_glue": {
    severity: "error",
    message:
      "The parent names {subject} inside the zone itself, but gives no address for it: nobody can find it.",
    reference: "RFC 1034 4.2.1",
    fix: "Register the addresses of {subject} at the registrar (host or glue records).",
  },
  "dns.one_server": {
    severity: "warning",
    message: "The zone has one name server only, {subject}: when it fails, the domain is gone.",
    reference: "RFC 2182 5",
    fix: "Add a second name server in another network.",
  },
  "dns.ds_without_key": {
    severity: "critical",
    message:
      "The parent has a DS for {subject}, but the zone has no DNSKEY: validating resolvers cannot answer for it.",
    reference: "RFC 4035 5.2",
    fix: "Remove the DS at the registrar, or sign the zone with the key that it names.",
  },
  "dns.server_silent": {
    severity: "warning",
    message: "The zone's server {subject} did not answer.",
    reference: "RFC 1034 4.1",
    fix: "Check the server, its firewall for UDP and TCP port 53, and the route to it.",
  },
  "dns.server_lame": {
    severity: "error",
    message: "The zone's server {subject} is named for the zone, but does not answer as an authority for it.",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on {subject}, or remove the server from the delegation.",
  },
  "dns.server_private": {
    severity: "error",
    message: "The zone's server {subject} has an address that is not public, so the world cannot ask it.",
    reference: "RFC 1918 5",
    fix: "Give the server a public address, or remove it from the delegation.",
  },
  "dns.dnssec_bogus": {
    severity: "critical",
    message:
      "The DNSSEC signatures of {subject} do not verify: for everybody whose resolver checks them it does not exist.",
    reference: "RFC 4035 5.5",
    fix: "Check that signatures are current and that the DS at the parent matches a DNSKEY of the zone; or remove the DS.",
  },
  "dns.servfail": {
    severity: "error",
    message:
      "Resolvers cannot answer for {subject} (SERVFAIL): its servers fail, or its DNSSEC does not verify.",
    reference: "RFC 1035 4.1.1",
    fix: "Check that the zone's servers answer, and that the DS at the parent matches the zone's DNSKEY.",
  },
} as const satisfies FindingTable;
