import type { FindingTable } from "@dnstools/core/tool/finding";

/** Findings about a name's aliases and the records at the name, by code. */
export const NAME_FINDINGS = {
  "dns.cname_to_missing": {
    severity: "error",
    message: "The alias points to {subject}, which does not exist.",
    reference: "RFC 1034 3.6.2",
    fix: "Point the CNAME at a name that exists, or remove the CNAME.",
    meaning:
      "The name has no address and no mail server, because the target of its CNAME does not exist. If the target can be registered or created with a provider, its next owner controls what this name shows (subdomain takeover).",
    found: "The zone's name server answers with a CNAME, and the resolver answers NXDOMAIN for its target.",
    record: "www.example.com. 3600 IN CNAME web.example.net.",
  },
  "dns.cname_target_fails": {
    severity: "error",
    message: "The alias points to {subject}, and resolvers get no answer for that name (SERVFAIL).",
    reference: "RFC 1034 3.6.2",
    fix: "Repair the zone of {subject}, or point the CNAME at a name that works.",
    meaning:
      "A resolver that follows the CNAME fails at its target, so it has no answer for this name either. Visitors and mail do not arrive until the target works.",
    found:
      "The zone's name server answers with a CNAME, and the resolver answers SERVFAIL for every type of the target.",
    record: "www.example.com. 3600 IN CNAME web.example.net.",
  },
  "dns.cname_target_partial": {
    severity: "error",
    message:
      "The alias points to a name whose servers give no usable answer for some types (SERVFAIL): {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Have the servers of the target answer NOERROR without records for types that it does not have.",
    meaning:
      "The target works for some types only, as with load balancers that know nothing but addresses. Clients that ask for the others wait and fail; if CAA is among them, authorities issue no certificate (RFC 8659 3).",
    found:
      "The resolver answers for some types of the target, and neither it nor the target's own servers answer for these.",
    record: "www.example.com. 3600 IN CNAME web.example.net.",
  },
  "dns.cname_chain_long": {
    severity: "warning",
    message: "{subject} goes through more than 8 aliases, and some resolvers give up after about 10.",
    reference: "RFC 1034 3.6.2",
    fix: "Point the CNAME of {subject} directly at the last name of the chain.",
    meaning:
      "Each alias costs a resolver another query, and resolvers limit how many they follow. Users of a resolver with a low limit get SERVFAIL.",
    found: "This API counts the CNAME records from the name to its last target.",
    record: "www.example.com. 3600 IN CNAME web.example.net.",
  },
  "dns.cname_loop": {
    severity: "error",
    message: "The aliases of {subject} form a loop, or there are more of them than resolvers follow.",
    reference: "RFC 1034 3.6.2",
    fix: "Point {subject} at a name that has records of its own.",
    meaning:
      "A resolver that follows the aliases never reaches an address, and answers SERVFAIL. The name does not work for any user.",
    found:
      "This API follows the CNAME records from the name and comes back to a name that it has already seen, or does not reach an end.",
    record: "www.example.com. 3600 IN A 192.0.2.80",
  },
  "dns.cname_beside_data": {
    severity: "error",
    message:
      "{subject} has a CNAME and other records, so resolvers return either the CNAME or the other records.",
    reference: "RFC 2181 10.1",
    fix: "Replace the CNAME with address records, or move the other records to another name.",
    meaning:
      "A name with a CNAME must not have other records, except DNSSEC records. Which records a user gets depends on what the resolver asked first, so mail or web pages fail at times.",
    found:
      "A name server of the zone answers a query for CNAME and a query for another type, each with a record.",
    record: "www.example.com. 3600 IN A 192.0.2.80",
  },
  "dns.cname_at_apex": {
    severity: "error",
    message: "{subject} is the apex of a zone and has a CNAME, which hides the zone's SOA and NS records.",
    reference: "RFC 1034 3.6.2",
    fix: "Replace the CNAME with address records, or use the ALIAS record or CNAME flattening of the DNS provider.",
    meaning:
      "The apex of a zone has SOA and NS records, so it cannot be an alias. Resolvers that see the CNAME first miss the zone's name servers and its mail servers.",
    found: "A name server of the zone answers the query for CNAME at the zone's own name with a record.",
    record: "example.com. 3600 IN A 192.0.2.80",
  },
  "dns.several_cnames": {
    severity: "error",
    message:
      "A name has more than one alias record, so resolvers follow only one of them, or answer SERVFAIL: {subject}.",
    reference: "RFC 2181 10.1",
    fix: "Keep one of these records.",
    meaning:
      "A name is an alias for one other name at most. BIND and Knot refuse to load such a zone. Where another server answers so, resolvers such as Unbound follow one of two CNAMEs, and others, such as BIND, answer SERVFAIL.",
    found: "An answer has two CNAME records, or two DNAME records, at the same name.",
    record: "www.example.com. 3600 IN CNAME web.example.net.",
  },
  "dns.name_too_long": {
    severity: "error",
    message: "A DNAME record makes {subject} longer than 255 octets, so the name has no records (YXDOMAIN).",
    reference: "RFC 6672 2.2",
    fix: "Use a shorter name, or give the DNAME record a shorter target.",
    meaning:
      "A DNAME record replaces the end of a name by its target. The name servers and resolvers are right to answer that the new name is too long, so this name cannot be used.",
    found: "The name servers, or the resolver, answer YXDOMAIN to queries for the name.",
    record: "old.example.com. 3600 IN DNAME new.example.net.",
  },
  "dns.nxdomain_for_type": {
    severity: "error",
    message:
      "A server of the zone answers NXDOMAIN for {subject}, although the same name exists for other types.",
    reference: "RFC 4074 4.2",
    fix: "Have the server answer NOERROR without records for types that the name does not have.",
    meaning:
      "NXDOMAIN says that the name has no records of any type. A resolver that gets NXDOMAIN first caches it, and the name does not exist for its users until the negative answer expires.",
    found:
      "One name server answers NXDOMAIN to the query for one type, and NOERROR to the query for another type of the same name.",
  },
  "dns.nxdomain_with_records": {
    severity: "error",
    message:
      "One answer has records of {subject} and the code NXDOMAIN, which says that {subject} does not exist.",
    reference: "RFC 1035 4.1.1",
    fix: "Have the server answer NOERROR for names that have records.",
    meaning:
      "The answer contradicts itself: some resolvers use the records, others drop the name. The name works only for some users.",
    found:
      "The response code of one answer is NXDOMAIN, but its answer section has records of the queried name.",
  },
  "dns.underscore_in_host": {
    severity: "notice",
    message:
      "{subject} has addresses or mail servers, but its name has an underscore, which is not allowed in host names.",
    reference: "RFC 1123 2.1",
    fix: "Use a name without an underscore where web or mail software must accept it.",
    meaning:
      "Host names consist of letters, digits and hyphens. Some software refuses such a name, and certificate authorities issue no certificate for it.",
    found:
      "The queried name has an underscore, and the zone's name servers return A, AAAA or MX records for it.",
    record: "my-host.example.com. 3600 IN A 192.0.2.80",
  },
  "dns.type_unanswered": {
    severity: "error",
    message: "None of the zone's servers gives a usable answer for {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Check the logs of the name servers for queries of these types, and check the records of these types in the zone.",
    meaning:
      "The servers answer other types, so they are running, but something about these types makes them fail. Resolvers answer SERVFAIL for these types.",
    found:
      "Every name server that was asked fails for these types, at least one of them with an error and not just a timeout, and at least one answers other types.",
  },
  "dns.servfail": {
    severity: "error",
    message:
      "Resolvers cannot answer for {subject} (SERVFAIL): its servers fail, or their answers are unusable.",
    reference: "RFC 1035 4.1.1",
    fix: "Check that the zone's servers answer, and that the DS at the parent matches the zone's DNSKEY.",
    meaning:
      "A resolver that asks for the name gets no usable answer. Users see an error that the domain cannot be found.",
    found: "This API's resolver answers SERVFAIL, even when it need not check DNSSEC signatures.",
  },
  "dns.resolver_filters": {
    severity: "info",
    message:
      "This API's resolver reports that it filters {subject}, so its answer shows nothing about the zone.",
    reference: "RFC 8914 4",
    fix: "Call without `type`: then this API queries the zone's own servers.",
    meaning:
      "The resolver that this API uses blocks the name by a rule of its operator. Other resolvers may answer; the domain's owner need not do anything.",
    found:
      "The resolver's answer has an extended error of the kind blocked, censored, filtered or prohibited.",
  },
} as const satisfies FindingTable;
