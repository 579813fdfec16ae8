import type { FindingTable } from "@dnstools/core/tool/finding";

/** What there is to say of a zone's servers, its delegation and its SOA. */
export const SERVER_FINDINGS = {
  "dns.delegation_mismatch": {
    severity: "warning",
    message: "The parent and the zone name different servers: {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Name the same servers at the registrar and in the zone's NS records.",
  },
  "dns.missing_glue": {
    severity: "error",
    message:
      "The parent names {subject} inside the zone itself, and gives no address (glue) for it: resolvers cannot find it.",
    reference: "RFC 1034 4.2.1",
    fix: "Register the addresses of {subject} at the registrar (host or glue records).",
  },
  "dns.glue_mismatch": {
    severity: "warning",
    message: "The parent and the zone give different addresses for the name server {subject}.",
    reference: "RFC 1034 4.2.2",
    fix: "Register the right addresses at the registrar (host or glue records), and correct the zone where it is wrong.",
  },
  "dns.one_server": {
    severity: "warning",
    message: "The zone has one name server only, {subject}: when it fails, the domain is gone.",
    reference: "RFC 2182 5",
    fix: "Add a second name server in another network.",
  },
  "dns.servers_disagree": {
    severity: "error",
    message:
      "The zone's servers give different answers for {subject}: callers get one or the other by chance.",
    reference: "RFC 1034 4.3.5",
    fix: "Bring all servers to the same version of the zone; check that the secondaries can transfer it.",
  },
  "dns.servers_vary": {
    severity: "notice",
    message:
      "The zone's servers give different answers for {subject} from the same version of the zone: they balance load or look at who asks, or one of them is wrong.",
    reference: "RFC 1034 4.3.5",
    fix: "Nothing, if it is meant so.",
  },
  "dns.serials_differ": {
    severity: "warning",
    message: "The zone's servers have different versions of the zone: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "If this lasts for longer than the SOA's refresh, check that the secondaries can transfer the zone.",
  },
  "dns.one_network": {
    severity: "notice",
    message: "All name servers are in one network, {subject}: when it fails, the domain is gone.",
    reference: "RFC 2182 3.1",
    fix: "Put a name server into another network.",
  },
  "dns.ns_without_address": {
    severity: "error",
    message:
      "The name server {subject} has no address: resolvers cannot ask it. Where its name can be registered, its new owner answers for the zone.",
    reference: "RFC 1912 2.8",
    fix: "Give {subject} an address, or remove it from the zone and at the registrar.",
  },
  "dns.ns_unresolved": {
    severity: "error",
    message:
      "The address of the name server {subject} cannot be found out (SERVFAIL): the zone that its name lies in does not work, or depends on this one.",
    reference: "RFC 1912 2.8",
    fix: "Repair the zone of {subject}, or name servers in a zone that works.",
  },
  "dns.not_delegated": {
    severity: "warning",
    message:
      "{subject} is not delegated: its parent's servers hold it beside the parent zone, which has nothing of that name.",
    reference: "RFC 1034 4.2.1",
    fix: "Add NS records for it, and a DS where it is signed, to the parent zone; or put its records there.",
  },
  "dns.no_own_ns": {
    severity: "error",
    message: "{subject} has no NS records of its own: its delegation at the parent alone names its servers.",
    reference: "RFC 1034 4.2.1",
    fix: "Publish in the zone the same NS records as the parent has.",
  },
  "dns.ns_is_alias": {
    severity: "error",
    message: "The name server {subject} is an alias (CNAME); resolvers need not follow it.",
    reference: "RFC 2181 10.3",
    fix: "Name the server by the name that {subject} stands for.",
  },
  "dns.ttl_differs": {
    severity: "warning",
    message: "The records of {subject} have different TTLs; they belong together and expire together.",
    reference: "RFC 2181 5.2",
    fix: "Give all records of the same name and type the same TTL.",
  },
  "dns.no_server_answers": {
    severity: "critical",
    message: "None of the servers of {subject} gives a usable answer: the domain is down.",
    reference: "RFC 1034 4.1",
    fix: "See what is said of each server, and begin with the one that is easiest to bring back.",
  },
  "dns.only_resolver_answers": {
    severity: "error",
    message:
      "None of the servers of {subject} gives a usable answer, and still our resolver has one: from its cache, or because it overlooks what the servers do wrong.",
    reference: "RFC 1034 4.1",
    fix: "See what is said of each server: resolvers that are stricter, or have nothing in their cache, cannot answer.",
  },
  "dns.server_partial": {
    severity: "notice",
    message: "The zone's server gave no usable answer for some types: {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Check whether packets are lost on the way to it, and its software and firewall for these types.",
  },
  "dns.server_silent": {
    severity: "warning",
    message: "The zone's server {subject} gave no usable answer in time.",
    reference: "RFC 1034 4.1",
    fix: "Check the server, its firewall for UDP and TCP port 53, and the route to it.",
  },
  "dns.server_resets": {
    severity: "error",
    message:
      "The zone's server {subject} closes TCP connections without an answer: what does not fit into a UDP packet cannot be had from it.",
    reference: "RFC 7766 5",
    fix: "Have the server, and the firewall before it, answer over TCP on port 53.",
  },
  "dns.server_unreachable": {
    severity: "warning",
    message:
      "The zone's server {subject} cannot be reached: its port 53 is closed, or the network has no way to it.",
    reference: "RFC 1034 4.1",
    fix: "Start the server, open UDP and TCP port 53, and check the route to it.",
  },
  "dns.server_lame": {
    severity: "error",
    message: "The zone's server {subject} is named for the zone, but does not answer as an authority for it.",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on {subject}, or remove the server from the delegation.",
  },
  "dns.server_malformed": {
    severity: "error",
    message: "The zone's server {subject} gives answers that break the protocol: resolvers cannot use them.",
    reference: "RFC 1035 4",
    fix: "Look at the software of {subject}, and at what changes DNS on the way to it (middleboxes, load balancers).",
  },
  "dns.server_private": {
    severity: "error",
    message: "The zone's server {subject} has an address that is not public, so the world cannot ask it.",
    reference: "RFC 1918 5",
    fix: "Give the server a public address, or remove it from the delegation.",
  },
  "dns.no_own_soa": {
    severity: "error",
    message:
      "{subject} has no SOA record: resolvers cannot remember what it does not have, and secondaries cannot fetch it.",
    reference: "RFC 1035 5.2",
    fix: "Publish one SOA record at the zone's apex.",
  },
  "dns.ns_bogus": {
    severity: "error",
    message:
      "The address of the name server {subject} does not validate (DNSSEC): resolvers that look it up and check it cannot use that server.",
    reference: "RFC 4035 5.5",
    fix: "Repair DNSSEC in the zone of {subject}, or name servers in a zone that works.",
  },
  "dns.ns_one_address": {
    severity: "warning",
    message: "Name servers have the same address, and are one server: {subject}.",
    reference: "RFC 2182 5",
    fix: "Give each name server an address, a machine and a network of its own.",
  },
  "dns.servers_ipv6_only": {
    severity: "warning",
    message: "No name server of {subject} has an IPv4 address: resolvers without IPv6 cannot ask it.",
    reference: "RFC 3901 3",
    fix: "Add a name server that has an IPv4 address.",
  },
  "dns.server_no_tcp": {
    severity: "warning",
    message:
      "The zone's server {subject} answers over UDP and takes no TCP connection: answers that are too long for UDP cannot be had from it.",
    reference: "RFC 7766 5",
    fix: "Have the server listen on TCP port 53, and let it through the firewall.",
  },
  "dns.server_no_edns": {
    severity: "warning",
    message:
      "Servers of the zone do not speak EDNS: {subject}. They cannot give DNSSEC signatures, and resolvers must ask them twice.",
    reference: "RFC 6891 7",
    fix: "Update the server's software, or what changes DNS on the way to it (firewall, load balancer).",
  },
  "dns.ttl_differs_by_server": {
    severity: "notice",
    message:
      "The zone's servers give the same records with different TTLs: {subject}. They have different versions of the zone, or some give what they have in a cache.",
    reference: "RFC 2181 5.2",
    fix: "Bring all servers to the same version of the zone; nothing, if your provider looks these records up elsewhere (ALIAS, flattening).",
  },
  "dns.soa_timers": {
    severity: "notice",
    message: "Timers in the SOA of {subject}: they contradict each other, or are far from what is usual.",
    reference: "RFC 1912 2.2",
    fix: "Usual are 86400 for refresh, 7200 for retry, 3600000 for expire and 3600 for minimum (RIPE-203, RFC 2308).",
  },
} as const satisfies FindingTable;
