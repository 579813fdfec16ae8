import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

/** The beginning of the text `found` in findings that compare answers of resolvers. */
const COMPARED =
  "A, MX and TXT are queried at every name server of the zone and at the resolvers of the country at the same time, and the answers are compared";

/** The findings of the tool `propagation`. */
export const FINDINGS = {
  "propagation.authoritative_disagree": {
    severity: "error",
    message: "The name servers of the zone contradict each other: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "Bring all name servers to the latest version of the zone: raise the serial, and check NOTIFY and zone transfers.",
    meaning:
      "A resolver's answer depends on the name server that the resolver happened to query, and changes each time the cached answer expires. Waiting does not help: the change arrives everywhere only when all name servers have it.",
    found:
      "A, MX and TXT are queried at every address of the zone's name servers. Servers that return different addresses are queried several times, so that load-balanced addresses do not count as a contradiction.",
  },
  "propagation.serials_differ": {
    severity: "notice",
    message:
      "The name servers have different versions (serials) of the zone, with the same records for this name: {subject}.",
    reference: "RFC 1912 2.2",
    fix: "If the difference persists, check NOTIFY and zone transfers. Name servers of several DNS providers may number their versions independently.",
    meaning:
      "A recent change of the zone has not reached every name server, or the servers belong to providers that number independently. The records of this name do not differ now.",
    found:
      "The SOA record of the zone is queried at every address of its name servers, and the serials are compared.",
  },
  "propagation.authority_unknown": {
    severity: "warning",
    message:
      "The name servers of the zone return no usable answer for {subject}, so there is nothing to compare the resolvers' answers with.",
    reference: "RFC 1034 4.1",
    fix: "Use the tool dns to check the delegation and each name server.",
    meaning:
      "Resolvers can answer from their caches only. When those answers expire, the name stops resolving.",
    found:
      "A, MX and TXT are queried at every address of the name servers that the parent zone lists; none gave a usable answer, or no address of a server was found.",
  },
  "propagation.authority_not_asked": {
    severity: "notice",
    message:
      "This API could not query the name servers of the zone for {subject}, which says nothing about these servers.",
    reference: null,
    fix: "See the `reason` of each server in the answer. Operators of this API: add the missing connectivity, such as IPv6.",
    meaning:
      "There is nothing to compare the resolvers' answers with, so whether a change has arrived is unknown. The cause lies with this API and its network.",
    found:
      "The queries to the name servers of the zone failed for a reason within this API: its time limit passed, its network has no route to the address, or its rules forbid the address.",
  },
  "propagation.in_progress": {
    severity: "notice",
    message: "Resolvers still return an old answer: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "Wait until the old TTL has expired. Before the next change, lower the TTL at least one old TTL in advance.",
    meaning:
      "Clients of these resolvers still go to the old address or service. Each resolver asks the zone again when the TTL of its old answer has expired.",
    found: `${COMPARED}; a resolver's answer differs, and a second query shows that its TTL counts down.`,
    record: "www.example.com. 300 IN A 192.0.2.10",
  },
  "propagation.negative_cached": {
    severity: "notice",
    message: "Resolvers still have the cached answer that the record does not exist: {subject}.",
    reference: "RFC 2308 5",
    fix: "Wait until the cached denial has expired. The last field of the SOA record sets the time for which resolvers cache a denial.",
    meaning:
      "Clients of these resolvers do not see the new record yet. A client queried the record before it was published, and the resolver caches the negative answer for a while.",
    found: `${COMPARED}; a resolver denies the record with the SOA record of the zone, whose TTL counts down.`,
    record:
      "example.com. 3600 IN SOA ns1.example.com. hostmaster.example.com. 2026112301 7200 3600 1209600 300",
  },
  "propagation.ttl_long": {
    severity: "notice",
    message: "An old answer stays in a resolver's cache for more than a day, until {subject}.",
    reference: "RFC 1912 2.2",
    fix: "Keep the old service running until then, or ask the operators of large resolvers to flush the name; several operators have a web page for this purpose.",
    meaning:
      "Some clients keep going to the old address or service for that long. If the old service is switched off earlier, these clients get errors.",
    found: `${COMPARED}; the remaining TTL of an old answer is more than 86,400 seconds.`,
    record: "www.example.com. 300 IN A 192.0.2.10",
  },
  "propagation.serve_stale": {
    severity: "notice",
    message: "Resolvers return an expired answer because they cannot reach the zone: {subject}.",
    reference: "RFC 8767 4",
    fix: "Make sure that the name servers of the zone answer from everywhere, over IPv4 and IPv6.",
    meaning:
      "These resolvers got no answer from your name servers and fall back on old data. No TTL shows how long this lasts: the resolvers use the old data until they reach your servers again.",
    found: `${COMPARED}; a resolver's answer differs and carries the extended error Stale Answer (RFC 8914).`,
  },
  "propagation.dnssec_bogus": {
    severity: "error",
    message:
      "Most resolvers that check DNSSEC signatures answer SERVFAIL, but return an answer when the check is disabled: {subject}.",
    reference: "RFC 4035 5.5",
    fix: "Use the tool dns to find the broken link; then sign the zone again, or correct or remove the DS record at the parent.",
    meaning:
      "For every client of these resolvers the name does not exist: neither web nor mail works until the signatures, the keys and the DS record match.",
    found:
      "After SERVFAIL the same query is sent to the resolver with checking disabled (CD), which returns an answer, and then with checking enabled, which returns SERVFAIL again.",
  },
  "propagation.dnssec_fails_at": {
    severity: "notice",
    message:
      "Some resolvers that check DNSSEC signatures answer SERVFAIL, while most others accept the signatures: {subject}.",
    reference: "RFC 4035 5.5",
    fix: "Use the tool dns to check whether the zone's signatures verify. If they do, the fault lies with these resolvers, or they still have an old key in their cache.",
    meaning:
      "Clients of these few resolvers cannot resolve the name. After a change of keys this can happen for as long as old keys or DS records are cached.",
    found:
      "After SERVFAIL the same query is sent to the resolver with checking disabled (CD), which returns an answer, and then with checking enabled, which returns SERVFAIL again; most other resolvers that check signatures give an answer.",
  },
  "propagation.servfail": {
    severity: "notice",
    message: "Resolvers fail to resolve the name (SERVFAIL): {subject}.",
    reference: "RFC 1035 4.1.1",
    fix: "Use the tool dns to check whether the zone's name servers answer. If they do, the fault lies with these resolvers or with their connection to the zone's name servers.",
    meaning: "Clients of these resolvers get an error for the name.",
    found:
      "A, MX and TXT are queried at the resolvers of the country; these answer SERVFAIL, and nothing shows that DNSSEC is the cause.",
  },
  "propagation.refused": {
    severity: "notice",
    message: "Resolvers that answer for other names refuse this name (REFUSED) without a reason: {subject}.",
    reference: "RFC 1035 4.1.1",
    fix: "Ask the operators of these resolvers: they may block the name, or limit the rate of queries.",
    meaning:
      "Clients of these resolvers may be unable to reach the name. The refusal says nothing about the zone and does not count against it.",
    found:
      "A, MX and TXT are queried at the resolvers of the country; these answer REFUSED, although they answered the queries that check every resolver.",
  },
  "propagation.filtered": {
    severity: "info",
    message: "Resolvers block the name on purpose: {subject}.",
    reference: "RFC 8914 4.18",
    fix: "If the block is a mistake, ask the operators of these resolvers to remove the name from their lists.",
    meaning:
      "Clients of these resolvers do not reach the name, because the operator blocks it or a law requires the block. The answers are not counted, since no change of the zone alters them.",
    found: `${COMPARED}; a resolver says that it blocks the name (extended error, RFC 8914), returns an unusable address such as 0.0.0.0, or is known to filter.`,
  },
  "propagation.denied": {
    severity: "notice",
    message: "Resolvers deny a record that the zone has, without an SOA record in the denial: {subject}.",
    reference: "RFC 2308 2.1",
    fix: "Ask the operators of these resolvers whether they block the name.",
    meaning:
      "A denial that comes from the zone carries the zone's SOA record. Without this record, the resolver has probably created the denial itself, so its clients cannot reach the name, and waiting does not help.",
    found: `${COMPARED}; a resolver answers NXDOMAIN or no data, without the SOA record of a zone that contains the name.`,
  },
  "propagation.pinned": {
    severity: "notice",
    message:
      "Resolvers return another answer whose TTL does not count down, so the expiry of this answer is unknown: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "Ask the operators of these resolvers: the answer comes from a local entry, a filter or a law, or is an old answer that the resolvers return with a constant TTL.",
    meaning:
      "Clients of these resolvers get records that differ from those of the zone. This API cannot see whether these answers will expire.",
    found: `${COMPARED}; a resolver's answer differs, and has the same TTL when the query is repeated later.`,
  },
  "propagation.same_operator": {
    severity: "info",
    message:
      "Resolvers return other addresses of the same network, as is usual for load-balanced names: {subject}.",
    reference: null,
    fix: null,
    meaning:
      "The zone returns different addresses of one network to different clients. These answers count as current.",
    found: `${COMPARED}; the other addresses are announced by the same autonomous system (Team Cymru), and the zone's servers vary their answers, or several resolvers have different addresses.`,
  },
  "propagation.by_place": {
    severity: "info",
    message: "Resolvers return other addresses, which the zone selects by the client's location: {subject}.",
    reference: null,
    fix: null,
    meaning:
      "The zone sends clients to an address near them. These answers count as current, although other resolvers have different addresses.",
    found: `${COMPARED}; the TTLs show when resolvers fetched their answers, and these times prove that the zone returns these addresses now.`,
  },
  "propagation.unclear": {
    severity: "notice",
    message:
      "Resolvers return other addresses, which may be old or may be selected by the client's location: {subject}.",
    reference: "RFC 1035 3.2.1",
    fix: "If you have just changed the name, repeat the check after the zone's TTL: old answers have expired by then.",
    meaning:
      "Either the change has not arrived at these resolvers, or the zone returns other addresses to them on purpose. The answers count neither as current nor as old.",
    found: `${COMPARED}; the addresses differ, and neither TTLs nor networks show why.`,
  },
  "propagation.perhaps_old": {
    severity: "notice",
    message:
      "Resolvers return other addresses of the same network, or behind a similar alias. These addresses may be old: {subject}.",
    reference: null,
    fix: "If you have just moved the name within that network, wait until the time that each answer shows in `until`.",
    meaning:
      "A move within one hosting network looks the same as a load-balanced name or a name whose addresses depend on the client's location. The answers count neither as current nor as old.",
    found: `${COMPARED}; the addresses belong to the zone's own network, or the alias to the same provider, and the zone's servers did not return them.`,
  },
  "propagation.few_resolvers": {
    severity: "notice",
    message: "Only {subject} of this country could be queried, which says little about the country.",
    reference: null,
    fix: "Query another country as well, such as us.",
    meaning:
      "The result rests on a small sample. A change can be missing at large resolvers of the country that this API does not know or could not use.",
    found:
      "The resolvers known for the country are counted, without those that fail their check: no answer, REFUSED, or wrong answers to queries with known answers.",
  },
  "propagation.few_answers": {
    severity: "warning",
    message: "Fewer than half of the resolvers gave an answer: {subject}.",
    reference: null,
    fix: "See the `reason` of each resolver, and repeat the check later.",
    meaning:
      "The answers that came are too few for a conclusion. The usual cause is that the zone's name servers are slow or silent.",
    found:
      "A, MX and TXT are queried at the resolvers of the country, and those with any usable answer are counted.",
  },
} as const satisfies FindingTable;

/**
 * Creates a finding of the tool `propagation`.
 * @param about the subject of the finding, and the exchanges that prove it.
 */
export function findingOf(code: keyof typeof FINDINGS, about: About): Finding {
  return finding(FINDINGS, code, about);
}
