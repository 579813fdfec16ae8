import type { FindingTable } from "@dnstools/core/tool/finding";

/**
 * Findings about the zone's name servers, by code: servers that fail to answer, and differences between the servers'
 * answers.
 */
export const SERVER_FINDINGS = {
  "dns.no_server_answers": {
    severity: "critical",
    message: "None of the servers of {subject} gives a usable answer: the domain is down.",
    reference: "RFC 1034 4.1",
    fix: "Read the finding of each server, and begin with the server that is easiest to repair.",
    meaning:
      "Resolvers have no server to query, so web and mail of the domain stop as soon as cached records expire.",
    found:
      "This API asked all addresses of the zone's name servers, and every one of them failed. Its resolver has no answer either, or the servers answered that they do not serve the zone.",
  },
  "dns.no_server_reached": {
    severity: "warning",
    message:
      "None of the servers of {subject} answers this API, and whether they answer others could not be determined.",
    reference: "RFC 1034 4.1",
    fix: "Query the servers from another network, and read the finding of each server.",
    meaning:
      "The domain is down, or only this API's network cannot reach its servers. The resolver of this API, which usually shows which of the two it is, gave no answer.",
    found:
      "This API asked all addresses of the zone's name servers, and some of them were silent. The query to the resolver for the zone's SOA failed for a reason that says nothing about the zone.",
  },
  "dns.only_resolver_answers": {
    severity: "error",
    message: "None of the servers of {subject} gives a usable answer, but this API's resolver still has one.",
    reference: "RFC 1034 4.1",
    fix: "Read the finding of each server: resolvers that are stricter, or have nothing in their cache, cannot answer.",
    meaning:
      "The servers answer the resolver but not this API, or the resolver tolerates their faults, or has the answer in its cache. The domain works for some users; in the last case for fewer with each record that expires.",
    found:
      "Each address of the zone's name servers failed, but the resolver answers the query for the zone's SOA.",
  },
  "dns.servers_disagree": {
    severity: "error",
    message: "The zone's servers give different answers for {subject}, so users get different answers.",
    reference: "RFC 1034 4.3.5",
    fix: "Bring all servers to the same version of the zone; check that the secondary servers can transfer it.",
    meaning:
      "Some servers have an old or a wrong version of the zone. Some users get old addresses or no records at all until the servers agree.",
    found: "This API sends every name server of the zone the same query and compares the answers.",
  },
  "dns.servers_vary": {
    severity: "notice",
    message: "The zone's servers give different answers for {subject} from the same version of the zone.",
    reference: "RFC 1034 4.3.5",
    fix: "If this is intended, no change is needed.",
    meaning:
      "The servers balance load or choose an answer by the client's location, as content delivery networks do. If this is not intended, at least one server is wrong.",
    found:
      "This API sends every name server of the zone the same query: the answers differ, but the SOA serials are the same.",
  },
  "dns.serials_differ": {
    severity: "warning",
    message: "The zone's servers have different versions of the zone: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "If this lasts for longer than the refresh time of the SOA, check that the secondary servers can transfer the zone.",
    meaning:
      "A change has not reached all servers. That is normal for some minutes; if it lasts, users of the servers that lag behind get old records, and in the end expired signatures.",
    found: "This API compares the SOA serials that the name servers of the zone return.",
  },
  "dns.server_partial": {
    severity: "warning",
    message: "One of the zone's servers gave no usable answer for some types: {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Check whether packets are lost on the way to the server, and check its software and its firewall for these types.",
    meaning:
      "The server answers other types. A lost packet can cause this once; if it lasts, the server or a firewall drops some queries, and resolvers must ask another server.",
    found:
      "The server answered at least one query about the name but failed for these types, which other servers answer.",
  },
  "dns.server_silent": {
    severity: "warning",
    message: "The zone's server {subject} gave no usable answer in time.",
    reference: "RFC 1034 4.1",
    fix: "Check the server, its firewall for UDP and TCP port 53, and the route to it.",
    meaning:
      "Resolvers wait for this server before they ask another, so the name resolves slowly for some users. If all servers are silent, the domain is down.",
    found: "This address did not answer this API's UDP queries within the time limit, even after a retry.",
  },
  "dns.server_unreachable": {
    severity: "warning",
    message:
      "The zone's server {subject} cannot be reached: its port 53 is closed, or the network has no route to it.",
    reference: "RFC 1034 4.1",
    fix: "Start the server, open UDP and TCP port 53, and check the route to it.",
    meaning:
      "Resolvers ask another server, so the zone has fewer servers than it names. If the others fail, the domain is down.",
    found: "The network or the host rejected this API's queries to port 53 of this address.",
  },
  "dns.server_resets": {
    severity: "error",
    message: "The zone's server {subject} closes TCP connections without an answer.",
    reference: "RFC 7766 5",
    fix: "Make the server answer over TCP on port 53, and allow that in its firewall.",
    meaning:
      "The server asks clients to use TCP but gives no answer over TCP. Resolvers cannot get long answers, such as DNSKEY or large TXT records, from this server.",
    found: "The server truncated its answer over UDP and closed the TCP connection without sending a byte.",
  },
  "dns.server_lame": {
    severity: "error",
    message: "{subject} is named as a server of the zone but does not answer authoritatively for it.",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on {subject}, or remove the server from the delegation.",
    meaning:
      "The delegation is lame: resolvers waste a query on this server and ask another. If the others fail, the domain is down.",
    found:
      "The server answered REFUSED or SERVFAIL, or without the flag AA, to queries about names in the zone.",
    record: "example.com. 86400 IN NS ns1.example.com.",
  },
  "dns.server_malformed": {
    severity: "error",
    message:
      "The zone's server {subject} gives answers that break the protocol, so resolvers cannot use them.",
    reference: "RFC 1035 4",
    fix: "Check the software of {subject}, and the firewalls and load balancers on the way to it.",
    meaning:
      "Resolvers drop such an answer and ask another server. If every server has this fault, the domain is down.",
    found: "The server's messages do not follow the format of RFC 1035, or end too early.",
  },
  "dns.server_private": {
    severity: "error",
    message:
      "The zone's server {subject} has an address that is not public, so resolvers elsewhere cannot query it.",
    reference: "RFC 1918 5",
    fix: "Give the server a public address, or remove it from the delegation.",
    meaning:
      "The address is valid only inside a private network. The server is useless for users elsewhere, and its internal address is exposed.",
    found:
      "The glue, or the A or AAAA record of the name server, is in a block that IANA does not list as globally reachable.",
    record: "ns1.example.com. 86400 IN A 192.0.2.53",
  },
  "dns.server_no_tcp": {
    severity: "warning",
    message: "The zone's server {subject} answers over UDP but accepts no TCP connection.",
    reference: "RFC 7766 5",
    fix: "Have the server listen on TCP port 53, and open that port in the firewall.",
    meaning:
      "Resolvers cannot get answers that are too long for UDP, such as DNSKEY or large TXT records, from this server. Resolvers then fail for these records.",
    found:
      "A TCP connection to port 53 of this address was refused or reset, while the same address answers over UDP.",
  },
  "dns.server_refuses_edns": {
    severity: "error",
    message: "A server of the zone refuses queries with EDNS, although it knows EDNS: {subject}.",
    reference: "RFC 6891 6.1.3",
    fix: "Update the server's software, or the firewall or load balancer that changes DNS on the way to it.",
    meaning:
      "Every server that knows EDNS must answer version 0 of it, which all resolvers send. Some resolvers ask again without EDNS. BIND answers SERVFAIL, and Unbound takes BADVERS for an answer without records.",
    found:
      "The server answers a query with EDNS version 0 with BADVERS, or with FORMERR or NOTIMP and an OPT record.",
  },
  "dns.server_no_edns": {
    severity: "warning",
    message: "Servers of the zone do not support EDNS: {subject}.",
    reference: "RFC 6891 7",
    fix: "Update the server's software, or the firewall or load balancer that changes DNS on the way to it.",
    meaning:
      "Without EDNS, a server cannot return DNSSEC signatures or long answers over UDP, and resolvers must query it twice.",
    found:
      "The server's answers to EDNS queries have no EDNS record, or it answers only when the query is repeated without EDNS.",
  },
} as const satisfies FindingTable;
