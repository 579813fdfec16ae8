import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

const FIX = "Use the tool mail to see all that it finds, and a corrected record.";
/** Beginning of the sentence that explains how a finding about mail is detected. */
const QUERIED = "The records are queried through the resolver of this API:";

/** The findings of the tool `scout`. */
export const FINDINGS = {
  "scout.zone_unreachable": {
    severity: "critical",
    message: "No name server of {subject} returns a usable answer.",
    reference: "RFC 1034 4.1",
    fix: "Use the tool dns to check the delegation and each name server, and repair the first fault that it reports.",
    meaning:
      "Every name in the zone fails to resolve: web sites, mail and all other services of the domain are out of reach as soon as resolvers drop what they still have in their caches.",
    found:
      "The SOA record is queried at every address of every name server that the parent zone lists; if the parent lists none with an address, the resolver of this API looks up the addresses.",
  },
  "scout.axfr_open": {
    severity: "error",
    message:
      "The name server {subject} sends the whole zone to every client that requests a transfer (AXFR).",
    reference: "RFC 5936 5",
    fix: "Allow zone transfers to your secondary name servers only, by address and TSIG key.",
    meaning:
      "An attacker can read all names of the zone with one query, including names that were never meant to be known, such as test systems and internal hosts.",
    found:
      "The zone is requested by AXFR over TCP at every address of its name servers; the transfer counts if it begins and ends with the SOA record.",
  },
  "scout.axfr_unfinished": {
    severity: "warning",
    message:
      "The name server {subject} begins a zone transfer (AXFR) to any client, but the transfer does not complete.",
    reference: "RFC 5936 2.2",
    fix: "Allow zone transfers to your secondary name servers only, by address and TSIG key.",
    meaning:
      "Records of the zone were sent before the transfer broke off, or before this API's limit stopped the transfer. A client that waits longer may get all records.",
    found:
      "The zone is requested by AXFR over TCP at every address of its name servers; records other than the SOA record were received, and no second SOA record ended the transfer.",
  },
  "scout.takeover_possible": {
    severity: "critical",
    message:
      "The alias {subject} ends in a domain that does not exist in the DNS: a stranger who registers that domain controls the name.",
    reference: null,
    fix: "Remove the CNAME record, or point it to a host that exists.",
    meaning:
      "The owner of the missing domain decides what visitors of your name see, can obtain certificates for your name, and may read cookies of your domain. If the domain is free, anyone can become its owner.",
    found:
      "The name is one of the words that scout tries; its CNAME records are followed through the resolver of this API, which answers NXDOMAIN for the target and for the domain of the target.",
    record: "shop.example.com. 3600 IN CNAME host.example.net.",
  },
  "scout.dangling_alias": {
    severity: "error",
    message: "The alias {subject} points to a name that does not exist.",
    reference: "RFC 1912 2.4",
    fix: "Remove the CNAME record, or create the name that it points to.",
    meaning:
      "Clients of the name get an error. Where the target belongs to a hosting or cloud service whose customers choose their names, another customer can choose the missing one and take over your name.",
    found:
      "The name is one of the words that scout tries; its CNAME records are followed through the resolver of this API, which answers NXDOMAIN for the target, while the domain of the target exists.",
    record: "blog.example.com. 3600 IN CNAME host.example.net.",
  },
  "scout.delegation_takeover": {
    severity: "critical",
    message:
      "The delegation {subject} names a server in a domain that does not exist in the DNS: a stranger who registers that domain answers for the zone.",
    reference: "RFC 1912 2.8",
    fix: "Remove the server from the NS records of the zone and of its parent, or replace it by a server that exists.",
    meaning:
      "The owner of the missing domain can run the name server, answer for every name in the zone, read its mail and obtain certificates. Until then, resolvers that choose this server lose time.",
    found:
      "Name servers without an address in the delegation are looked up through the resolver of this API, which answers NXDOMAIN for the name of the server and for its domain.",
    record: "example.com. 86400 IN NS ns1.example.net.",
  },
  "scout.delegation_dangling": {
    severity: "error",
    message: "The delegation {subject} names a server that does not exist.",
    reference: "RFC 1912 2.8",
    fix: "Remove the server from the NS records of the zone and of its parent, or create the name of the server.",
    meaning:
      "Resolvers that choose this server lose time, and the zone fails if no other server works. Where customers of a DNS provider get servers by name, another customer may get this one.",
    found:
      "Name servers without an address in the delegation are looked up through the resolver of this API, which answers NXDOMAIN for the name of the server, while the domain of the server exists.",
    record: "example.com. 86400 IN NS ns1.example.net.",
  },
  "scout.alias_loop": {
    severity: "error",
    message: "The aliases (CNAME) of {subject} form a loop.",
    reference: "RFC 1034 3.6.2",
    fix: "Replace one of the CNAME records by an address, or point it to a host outside the loop.",
    meaning: "No resolver finds an address for the name: every client of it gets an error.",
    found: "The CNAME records in the answer of the zone's name server are followed, and a name occurs twice.",
    record: "www.example.com. 3600 IN A 192.0.2.10",
  },
  "scout.srv_target_missing": {
    severity: "warning",
    message: "The service {subject} is offered at a host that does not exist or has no address.",
    reference: "RFC 2782",
    fix: "Remove the SRV record, or publish an address for the host.",
    meaning:
      "Programs that find the service by its SRV record, such as telephones, chat and mail clients, try the host and fail.",
    found:
      "The SRV record is queried at a name server of the zone, and the A and AAAA records of its target through the resolver of this API.",
    record: "_sip._tcp.example.com. 3600 IN SRV 10 5 5060 sip.example.com.",
  },
  "scout.private_address": {
    severity: "warning",
    message: "A public zone publishes an address that is not public: {subject}.",
    reference: "RFC 1918 5",
    fix: "Move the name into a zone that only your own network can query.",
    meaning:
      "Clients on the Internet cannot reach the address, or reach a stranger's device in their own network. The record also shows attackers how your network is numbered.",
    found:
      "The A and AAAA records of the domain and of the names below it are queried at the zone's name servers, and compared with the IANA registries of special-purpose addresses.",
  },
  "scout.wildcard": {
    severity: "info",
    message:
      "A wildcard answers for every name below {subject}, so names with the same answer are listed separately.",
    reference: "RFC 4592 2",
    fix: null,
    meaning:
      "Every name below gets an answer, including names that were never created. A name with the wildcard's answer may or may not be a real name; this API cannot tell the difference.",
    found: "Random names are queried at the zone's name servers and get an answer.",
  },
  "scout.dname": {
    severity: "info",
    message:
      "A DNAME record redirects every name below its owner to the same name below another domain: {subject}.",
    reference: "RFC 6672 2.1",
    fix: "Use scout on the target domain to see which names exist.",
    meaning:
      "No name below the record has records of its own: only the zone of the target decides which names exist.",
    found:
      "The zone's name servers are queried for random names and for the DNAME record of names that have no address; an answer contains the record.",
    record: "old.example.com. 3600 IN DNAME example.net.",
  },
  "scout.open_recursion": {
    severity: "error",
    message: "The name server {subject} resolves names of other zones for every client (open resolver).",
    reference: "RFC 5358 4",
    fix: "Allow recursion to your own networks only, or switch it off.",
    meaning:
      "Attackers use such a server to flood victims with large answers to forged questions, and can fill its cache with forged records. Networks that watch for open resolvers may block its address.",
    found:
      "The address of a.root-servers.net, a name outside of the zone, is queried at the server; the answer has the flag RA and not the flag AA.",
  },
  "scout.server_silent": {
    severity: "warning",
    message: "The name server {subject} returns no usable answer.",
    reference: "RFC 1034 4.1",
    fix: "Check that the server runs, that its firewall lets UDP and TCP port 53 in, and that its address is routed.",
    meaning:
      "Resolvers that choose this server wait until their timer ends before they try another one, so look-ups are slow; if the other servers fail too, the domain is unreachable.",
    found:
      "The SOA record is queried at the server over UDP, again if there is no reply, and no usable answer arrives in time.",
  },
  "scout.server_lame": {
    severity: "error",
    message:
      "The name server {subject} is listed for the zone but returns no authoritative answers for it (lame).",
    reference: "RFC 1912 2.8",
    fix: "Load the zone on the server, or remove the server from the NS records of the zone and of its parent.",
    meaning:
      "Some look-ups go to a server that cannot answer them. Resolvers then try another server, which costs time, and fail if the other servers fail too.",
    found:
      "The SOA record is queried at the server; the answer is REFUSED or SERVFAIL, cannot be read, or does not have the flag AA.",
  },
  "scout.no_tcp": {
    severity: "error",
    message: "The name server {subject} answers over UDP but not over TCP.",
    reference: "RFC 7766 5",
    fix: "Open TCP port 53 on the server and in its firewall.",
    meaning:
      "Answers that are too large for UDP, such as long TXT records or DNSSEC keys, never reach the resolver, so those records fail to resolve.",
    found:
      "The same SOA query is sent to the server over UDP and over TCP; only the query over UDP is answered.",
  },
  "scout.no_edns": {
    severity: "notice",
    message: "The name server {subject} does not support EDNS.",
    reference: "RFC 6891 7",
    fix: "Update the server's software; if it is current, look for a firewall that removes EDNS.",
    meaning:
      "Without EDNS there is no DNSSEC from this server, and every answer over 512 bytes takes a second query over TCP.",
    found: "The SOA record is queried with an OPT record; the server's answer contains none.",
  },
  "scout.serials_differ": {
    severity: "warning",
    message: "The name servers have different versions (serials) of the zone: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "Check that the primary sends NOTIFY to each secondary, and that each secondary may transfer the zone.",
    meaning:
      "A change has not reached every name server. If this persists, a secondary has lost contact with its primary: its clients get old records, and after the zone's expire time none.",
    found:
      "The SOA record is queried at every address of the zone's name servers, and the serials are compared.",
  },
  "scout.servers_disagree": {
    severity: "warning",
    message: "The name servers of the zone return different records of the types {subject}.",
    reference: "RFC 1034 4.1",
    fix: "Use the tool dns to see the answer of each server, and bring all servers to the same version of the zone.",
    meaning:
      "Which records a visitor gets depends on the name server that the visitor's resolver happens to query. Faults of this kind come and go, and are hard to reproduce.",
    found: "Each type is queried at every address of the zone's name servers, and the answers are compared.",
  },
  "scout.servers_vary": {
    severity: "notice",
    message:
      "The name servers return different records of the types {subject} from the same version of the zone.",
    reference: "RFC 1034 4.3.5",
    fix: "If this is intended, no change is needed.",
    meaning:
      "The servers balance load or choose an answer by the client's location, as content delivery networks do. If this is not intended, at least one server is wrong.",
    found:
      "Each type is queried at every address of the zone's name servers: the answers differ, but the SOA serials are the same.",
  },
  "scout.dnssec_bogus": {
    severity: "critical",
    message: "The DNSSEC signatures of {subject} do not verify: resolvers that check them answer SERVFAIL.",
    reference: "RFC 4035 5.5",
    fix: "Renew the signatures, and publish a DS record at the parent that matches a DNSKEY of the zone; as a first measure, remove the DS record.",
    meaning:
      "For every client behind a validating resolver, which is a large part of the Internet, the domain does not exist: neither web nor mail works.",
    found:
      "The resolver of this API, which validates, answers SERVFAIL for the domain, and gives an answer when checking is disabled (CD).",
  },
  "scout.no_spf": {
    severity: "error",
    message: "{subject} has no SPF record.",
    reference: "RFC 7208 3",
    fix: "Ask the tool mail for the record to publish.",
    meaning:
      "Receivers cannot tell which servers send mail for the domain, so forged mail is harder to recognise and genuine mail is trusted less.",
    found: `${QUERIED} no text at the domain begins with v=spf1, and nothing shows that the domain sends no mail.`,
    record: 'example.com. 3600 IN TXT "v=spf1 mx -all"',
  },
  "scout.spf_invalid": {
    severity: "error",
    message: "What is published for mail has an error. {subject}",
    reference: "RFC 7208 4.6",
    fix: FIX,
    meaning:
      "The result at receivers is usually a permanent error (permerror): mail counts as unchecked, and some receivers refuse it.",
    found: `${QUERIED} the SPF record and all records that it includes are evaluated.`,
    record: 'example.com. 3600 IN TXT "v=spf1 mx -all"',
  },
  "scout.no_dmarc": {
    severity: "error",
    message: "No DMARC policy applies to {subject}.",
    reference: "RFC 9989 4.10",
    fix: "Ask the tool mail for the record to publish.",
    meaning:
      "Receivers have no instruction for mail that claims to come from the domain and fails SPF and DKIM, and you get no reports of such mail.",
    found: `${QUERIED} neither _dmarc of the domain nor of the domains above it, in the order of RFC 9989, has a DMARC record.`,
    record: '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com"',
  },
  "scout.mail_invalid": {
    severity: "error",
    message: "What is published for mail has an error. {subject}",
    reference: null,
    fix: FIX,
    meaning:
      "Receivers or senders cannot use the record as it was meant: they treat mail as if it were missing, or as it does not say.",
    found: `${QUERIED} DMARC, DKIM, MTA-STS, TLS-RPT and BIMI are judged as the tool mail does, and the worst finding is shown.`,
  },
  "scout.mail_warning": {
    severity: "warning",
    message: "What is published for mail has a weakness. {subject}",
    reference: null,
    fix: FIX,
    meaning: "The record works, but protects less than it could, or a part of it has no effect.",
    found: `${QUERIED} SPF, DMARC, DKIM, MTA-STS, TLS-RPT and BIMI are judged as the tool mail does, and the worst finding is shown.`,
  },
  "scout.incomplete": {
    severity: "notice",
    message: "Not everything could be determined in these sections: {subject}.",
    reference: null,
    fix: "See `coverage` and `reason` of the section. Try again later, or request this section alone.",
    meaning:
      "Some queries had no usable answer, or this call reached its time limit or its maximum number of queries. What is missing in the section is unknown, not absent.",
    found:
      "The section counts the items to determine and the items that were determined; the two numbers differ.",
  },
} as const satisfies FindingTable;

/**
 * Creates a finding of the tool `scout`.
 * @param about the subject of the finding, and the exchanges that prove it.
 */
export function findingOf(code: keyof typeof FINDINGS, about: About): Finding {
  return finding(FINDINGS, code, about);
}
