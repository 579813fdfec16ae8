import type { FindingTable } from "@dnstools/core/tool/finding";

const NULL_MX = "example.com. 3600 IN MX 0 .";
const MX = "example.com. 3600 IN MX 10 mail.example.com.";
const ADDRESS = "mail.example.com. 3600 IN A 192.0.2.25";
const ASKED = "The resolver is asked for the MX records of the domain:";
const HOSTS = "The resolver is asked for the A and AAAA records of each mail server:";

/**
 * Findings about mail servers. Sources: RFC 5321, RFC 7505, RFC 2181, as summarized in the project's rule sheet of
 * 2026-11-20.
 */
export const MX_FINDINGS = {
  "mail.mx_null": {
    severity: "info",
    message: "{subject} states that it accepts no mail (null MX).",
    reference: "RFC 7505 3",
    fix: null,
    meaning: "Senders return mail for the domain at once. That is right for a domain that accepts no mail.",
    found: `${ASKED} the only record names a single dot.`,
    record: NULL_MX,
  },
  "mail.mx_null_preference": {
    severity: "warning",
    message: "The null MX of {subject} has a preference other than 0.",
    reference: "RFC 7505 3",
    fix: "Publish the null MX as MX 0 followed by a single dot.",
    meaning:
      "RFC 7505 requires preference 0. A sender that checks this treats the dot as the name of a mail server and keeps trying.",
    found: `${ASKED} the only record names a single dot, with a preference other than 0.`,
    record: NULL_MX,
  },
  "mail.mx_null_with_others": {
    severity: "error",
    message:
      "{subject} has a null MX and also mail servers: the null MX says that the domain accepts no mail, and the other MX records say that it does.",
    reference: "RFC 7505 3",
    fix: "Remove either the null MX or all other MX records.",
    meaning:
      "A null MX has to be the only MX record. Some senders return the mail, others deliver it, so mail is lost at random.",
    found: `${ASKED} one record names a single dot, others name hosts.`,
    record: MX,
  },
  "mail.mx_null_wrong_form": {
    severity: "error",
    message: "{subject} is not a mail server. If a null MX was meant, it has to name a single dot.",
    reference: "RFC 7505 3",
    fix: "If the domain accepts no mail, publish a null MX: MX 0 followed by a single dot.",
    meaning:
      "Senders look up the word as a host name and find no address. They return the mail, but do not learn that the domain accepts none.",
    found: `${ASKED} one of them contains a word such as localhost or null.`,
    record: NULL_MX,
  },
  "mail.mx_implicit": {
    severity: "warning",
    message: "{subject} has no MX record, so mail goes to its own addresses.",
    reference: "RFC 5321 5.1",
    fix: "Publish an MX record that names the mail server.",
    meaning:
      "Senders fall back to the addresses of the domain itself, which usually belong to a web server. Some senders refuse to deliver without an MX record.",
    found:
      "The resolver is asked for the MX, A and AAAA records of the domain: it has addresses, but no MX record.",
    record: MX,
  },
  "mail.mx_null_missing": {
    severity: "notice",
    message:
      "Nothing shows that {subject} accepts mail, but there is no null MX, so senders keep trying for days.",
    reference: "RFC 7505 1",
    fix: "If the domain really accepts no mail, publish a null MX (MX 0 followed by a single dot).",
    meaning:
      "Mail to the domain waits at the sender until the sender gives up. With a null MX, the sender learns at once that the mail cannot be delivered.",
    found:
      "The resolver is asked for the MX, A and AAAA records of the domain: it has addresses, but no MX record.",
    record: NULL_MX,
  },
  "mail.mx_none": {
    severity: "notice",
    message: "{subject} has neither an MX record nor an address, so senders return mail to it at once.",
    reference: "RFC 5321 5.1",
    fix: "If the domain accepts no mail, publish a null MX (MX 0 followed by a single dot). Otherwise publish an MX record.",
    meaning:
      "There is no server that mail could go to. A null MX says that this is intended. Some receivers refuse mail from a domain to which they cannot reply.",
    found: "The resolver is asked for the MX, A and AAAA records of the domain: there are none.",
    record: NULL_MX,
  },
  "mail.cname_beside_data": {
    severity: "warning",
    message:
      "{subject} has a CNAME and other records, at least in the resolver's cache. Resolvers then return either the CNAME or the other records.",
    reference: "RFC 1034 3.6.2",
    fix: "If the zone has both, replace the CNAME with address records.",
    meaning:
      "A resolver that has the CNAME in its cache finds no MX record and no SPF record of the domain. Mail is then lost, or treated as forged, from time to time. If the zone has changed from one to the other, this ends when the TTL of the old records has passed.",
    found:
      "The resolver is asked for several types of records of the domain. It answers one query with a CNAME, and another query with a record of the domain itself.",
    record: MX,
  },
  "mail.mx_alias": {
    severity: "warning",
    message:
      "An MX record names an alias (CNAME), which is not allowed and which some senders refuse: {subject}",
    reference: "RFC 2181 10.3",
    fix: "Name the target of the alias in the MX record. If an MTA-STS policy lists the alias, add the target to the policy first.",
    meaning:
      "Most senders follow the alias, but some return the mail. The name in an MX record has to have addresses of its own.",
    found: `${HOSTS} the answer begins with a CNAME record.`,
    record: MX,
  },
  "mail.mx_address_literal": {
    severity: "error",
    message: "An MX record contains an IP address instead of a host name: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Give the address a name, and put that name into the MX record.",
    meaning:
      "Senders look up the address as if it were a name, and do not find it. They deliver no mail to this server.",
    found: `${ASKED} the name in one of them has the form of an IP address.`,
    record: `${MX}\n${ADDRESS}`,
  },
  "mail.mx_not_public": {
    severity: "error",
    message:
      "A mail server has an address that is not public, which no sender on the Internet can reach: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Publish only public addresses.",
    meaning:
      "Senders that try this address fail, so mail is delayed or lost. The record also reveals addresses of an internal network.",
    found: `${HOSTS} an address is in one of IANA's special-purpose blocks.`,
    record: ADDRESS,
  },
  "mail.mx_not_a_host": {
    severity: "error",
    message: "An MX record contains something that is not a valid host name: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Put the name of a host in the public DNS into the MX record.",
    meaning: "Host names consist of letters, digits and hyphens. Many senders do not deliver to other names.",
    found: `${ASKED} the name in one of them contains characters other than letters, digits and hyphens.`,
    record: MX,
  },
  "mail.mx_missing": {
    severity: "error",
    message: "The mail server {subject} has no address.",
    reference: "RFC 5321 5.1",
    fix: "Correct the server's name in the MX record, or publish its addresses.",
    meaning: "Senders cannot use the server. If no other server can be used either, they return the mail.",
    found: `${HOSTS} there are none.`,
    record: ADDRESS,
  },
  "mail.mx_lookup_failed": {
    severity: "warning",
    message:
      "This API's lookup of a mail server's addresses failed. A sender whose lookup fails too keeps the mail and tries again: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Check the name servers and the DNSSEC signatures of the mail server's zone.",
    meaning:
      "While the lookup fails, mail waits at the sender, and is returned after some days. The usual cause is a fault of the name servers or the signatures of the mail server's zone.",
    found: `${HOSTS} the answer is SERVFAIL.`,
  },
  "mail.mx_ipv6_only": {
    severity: "warning",
    message: "No mail server of {subject} has an IPv4 address, but many senders have no IPv6.",
    reference: "RFC 5321 5.2",
    fix: "Give at least one mail server an IPv4 address.",
    meaning: "Mail from senders that have only IPv4 cannot be delivered.",
    found: `${HOSTS} there are only AAAA records.`,
    record: ADDRESS,
  },
  "mail.mx_too_many": {
    severity: "notice",
    message: "{subject} has more than ten mail servers; those after the tenth were not checked.",
    reference: "RFC 5321 5.1",
    fix: "Reduce the number of MX records: senders give up after a few servers.",
    meaning:
      "Senders try only a few servers for one mail, so the last servers are never used. This report does not cover them.",
    found: `${ASKED} there are more than ten.`,
  },
  "mail.mx_no_ptr": {
    severity: "notice",
    message:
      "The address {subject} of a mail server has no name (PTR). If the server also sends mail, many receivers refuse that mail.",
    reference: "RFC 1912 2.1",
    fix: "Ask the provider of the address to set its PTR record to the server's name.",
    meaning:
      "Receivers expect the address of a sending server to have a name that resolves back to the address. For a server that only receives mail, this does not matter.",
    found:
      "The resolver is asked for the PTR record of each mail server address, except for addresses of known mail providers.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "mail.mx_ptr_mismatch": {
    severity: "notice",
    message:
      "The PTR name of the mail server address {subject} does not resolve back to the address. If the server also sends mail, many receivers refuse that mail.",
    reference: "RFC 1912 2.1",
    fix: "Publish the address as an A or AAAA record of the name in the PTR record.",
    meaning:
      "A name that does not resolve back proves nothing, because the provider of an address can enter any name. Receivers treat the sender as if it had no name.",
    found:
      "The resolver is asked for the PTR record of the address, and for the addresses of the name in the PTR record.",
    record: ADDRESS,
  },
} as const satisfies FindingTable;
