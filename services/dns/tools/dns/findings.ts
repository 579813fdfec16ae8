import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";
import { DNSSEC_FINDINGS } from "./findings-dnssec.ts";
import { SERVER_FINDINGS } from "./findings-servers.ts";

export const FINDINGS = {
  ...DNSSEC_FINDINGS,
  ...SERVER_FINDINGS,
  "dns.cname_to_missing": {
    severity: "error",
    message: "The alias leads to {subject}, which does not exist.",
    reference: "RFC 1034 3.6.2",
    fix: "Point the CNAME at a name that exists, or remove it: whoever registers {subject} answers for this name.",
  },
  "dns.cname_target_fails": {
    severity: "error",
    message:
      "The alias leads to {subject}, for which no answer can be had: resolvers then have none for this name either.",
    reference: "RFC 1034 3.6.2",
    fix: "See what is wrong with {subject}, or point the CNAME at a name that works.",
  },
  "dns.cname_chain_long": {
    severity: "warning",
    message:
      "{subject} leads over more than 8 aliases; some resolvers give up after about 10 and answer SERVFAIL.",
    reference: "RFC 1034 3.6.2",
    fix: "Point {subject} straight at the last name of the chain.",
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
      "A server of the zone answers NXDOMAIN for {subject}, but knows the name for other types; resolvers may then not find it at all.",
    reference: "RFC 4074 4.2",
    fix: "Have the server answer NOERROR without records for types that the name does not have.",
  },
  "dns.nxdomain_with_records": {
    severity: "error",
    message:
      "One answer has records of {subject} and says that {subject} does not exist (NXDOMAIN): some resolvers use the records, others drop the name.",
    reference: "RFC 1035 4.1.1",
    fix: "Have the server answer NOERROR for names that have records.",
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
  "dns.cname_at_apex": {
    severity: "error",
    message: "{subject} is a zone and has a CNAME: it hides the zone's own SOA and NS records.",
    reference: "RFC 1034 3.6.2",
    fix: "Replace the CNAME with address records, or use your provider's ALIAS or flattening.",
  },
  "dns.null_mx_with_others": {
    severity: "error",
    message: "{subject} says that it takes no mail (null MX), and names mail servers beside that.",
    reference: "RFC 7505 3",
    fix: "Remove the null MX `0 .`, or all other MX records.",
  },
  "dns.null_mx_preference": {
    severity: "notice",
    message: "The null MX of {subject} has a preference other than 0; not everybody takes it for one.",
    reference: "RFC 7505 3",
    fix: "Write it as `0 .`.",
  },
  "dns.mx_is_address": {
    severity: "error",
    message: "The MX of {subject} is an IP address; it must be the name of a host.",
    reference: "RFC 5321 5.1",
    fix: "Give the mail server a name with an A or AAAA record, and put that name into the MX.",
  },
  "dns.mx_is_alias": {
    severity: "warning",
    message: "The mail server {subject} of the MX is an alias (CNAME); some senders refuse that.",
    reference: "RFC 2181 10.3",
    fix: "Put the name that {subject} stands for into the MX.",
  },
  "dns.mx_without_address": {
    severity: "error",
    message: "The mail server {subject} of the MX has no address: no mail can reach it.",
    reference: "RFC 5321 5.1",
    fix: "Give {subject} an A or AAAA record, or remove it from the MX.",
  },
  "dns.mx_unresolved": {
    severity: "error",
    message:
      "The address of the mail server {subject} of the MX cannot be found out (SERVFAIL): the zone that its name lies in does not work.",
    reference: "RFC 5321 5.1",
    fix: "Repair the zone of {subject}, or name a mail server in a zone that works.",
  },
  "dns.mx_private": {
    severity: "error",
    message: "The mail server {subject} has an address that is not public: no mail can reach it.",
    reference: "RFC 1918 5",
    fix: "Give the mail server a public address, or remove it from the MX.",
  },
  "dns.several_spf": {
    severity: "error",
    message: "{subject} has more than one SPF record: receivers take that as a permanent error.",
    reference: "RFC 7208 4.5",
    fix: "Merge them into one TXT record that begins with v=spf1.",
  },
  "dns.ttl_zero": {
    severity: "notice",
    message: "{subject} has a TTL of 0: every resolver asks anew for every caller.",
    reference: "RFC 1035 3.2.1",
    fix: "Use 300 seconds or more, unless the record really changes by the second.",
  },
  "dns.type_unanswered": {
    severity: "error",
    message: "None of the zone's servers gives a usable answer for {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Look in the logs of the servers for questions of these types, and check the zone's records of them.",
  },
  "dns.servfail": {
    severity: "error",
    message:
      "Resolvers cannot answer for {subject} (SERVFAIL): its servers fail, or their answers make no sense.",
    reference: "RFC 1035 4.1.1",
    fix: "Check that the zone's servers answer, and that the DS at the parent matches the zone's DNSKEY.",
  },
  "dns.resolver_filters": {
    severity: "info",
    message: "Our resolver filters {subject} and says so: its answer shows nothing of the zone.",
    reference: "RFC 8914 4",
    fix: "Ask without `type`, which asks the zone's own servers.",
  },
} as const satisfies FindingTable;

/** A finding of this tool. @param about what it is about, with the exchanges that show it. */
export function findingOf(code: keyof typeof FINDINGS, about: string | About | null = null): Finding {
  return finding(FINDINGS, code, about);
}
