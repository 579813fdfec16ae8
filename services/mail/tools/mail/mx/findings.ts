import type { FindingTable } from "@dnstools/core/tool/finding";

const NULL_MX = "example.com. 3600 IN MX 0 .";
const MX = "example.com. 3600 IN MX 10 mail.example.com.";
const ADDRESS = "mail.example.com. 3600 IN A 192.0.2.25";
const ASKED = "The resolver is asked for the MX records of the domain:";
const HOSTS = "The resolver is asked for the A and AAAA records of each mail server:";

/** The findings on the mail servers. Sources: RFC 5321, RFC 7505, RFC 2181, by the project's rule sheet of 2026-11-20. */
export const MX_FINDINGS = {
  "mail.mx_null": {
    severity: "info",
    message: "{subject} says that it takes no mail (null MX).",
    reference: "RFC 7505 3",
    fix: null,
    meaning: "Senders give mail to the domain back at once. That is right for a domain that takes no mail.",
    found: `${ASKED} the only record is a lone dot.`,
    record: NULL_MX,
  },
  "mail.mx_null_preference": {
    severity: "warning",
    message: "The null MX of {subject} has a preference other than 0.",
    reference: "RFC 7505 3",
    fix: "Write MX 0 and a dot.",
    meaning:
      "RFC 7505 asks for preference 0. A sender that checks it takes the dot for the name of a mail server and keeps trying.",
    found: `${ASKED} the only record is a lone dot with another preference than 0.`,
    record: NULL_MX,
  },
  "mail.mx_null_with_others": {
    severity: "error",
    message:
      "{subject} has a null MX and mail servers: the first says that it takes no mail, the others that it does.",
    reference: "RFC 7505 3",
    fix: "Remove the null MX, or all other MX records.",
    meaning:
      "A null MX has to be the only MX record. Some senders give the mail back, others deliver it, so mail is lost at random.",
    found: `${ASKED} one record is a lone dot, others name hosts.`,
    record: MX,
  },
  "mail.mx_null_wrong_form": {
    severity: "error",
    message: "{subject} is no mail server; a null MX, if that was meant, is a lone dot.",
    reference: "RFC 7505 3",
    fix: "Write MX 0 and a dot.",
    meaning:
      "Senders take the word for the name of a host, do not find it, and keep the mail for days before they give it back.",
    found: `${ASKED} one of them names a word such as localhost or null.`,
    record: NULL_MX,
  },
  "mail.mx_implicit": {
    severity: "warning",
    message: "{subject} has no MX record, so mail goes to its own addresses.",
    reference: "RFC 5321 5.1",
    fix: "Publish an MX record that names the mail server.",
    meaning:
      "Senders fall back to the addresses of the domain itself, mostly those of a web server. Some senders refuse to deliver without an MX record.",
    found:
      "The resolver is asked for MX, A and AAAA records of the domain: it has addresses, and no MX record.",
    record: MX,
  },
  "mail.mx_null_missing": {
    severity: "notice",
    message:
      "Nothing shows that {subject} takes mail, and no null MX says that it takes none: senders try for days.",
    reference: "RFC 7505 1",
    fix: "If it really takes no mail, publish a null MX (MX 0 and a dot).",
    meaning:
      "Mail to the domain waits at its sender until that gives up. With a null MX the sender learns at once that the mail cannot be delivered.",
    found: "The resolver is asked for MX, A and AAAA records of the domain: there is no MX record.",
    record: NULL_MX,
  },
  "mail.mx_alias": {
    severity: "warning",
    message:
      "The MX record names an alias (CNAME), which it must not, and which some senders refuse: {subject}",
    reference: "RFC 2181 10.3",
    fix: "Name the host that the alias leads to; where a policy of MTA-STS names the alias, add the host there first.",
    meaning:
      "Most senders follow the alias; some give the mail back. The name in an MX record has to have addresses itself.",
    found: `${HOSTS} the answer begins with a CNAME record.`,
    record: MX,
  },
  "mail.mx_address_literal": {
    severity: "error",
    message: "The MX record names an address, where only a host name may stand: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Give the address a name, and put that name into the MX record.",
    meaning:
      "Senders look the address up as if it were a name and do not find it. Mail to the domain is not delivered there.",
    found: `${ASKED} the name in one of them reads as an IP address.`,
    record: `${MX}\n${ADDRESS}`,
  },
  "mail.mx_not_public": {
    severity: "error",
    message:
      "A mail server has an address that is not public, which no sender on the Internet reaches: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Publish public addresses alone.",
    meaning:
      "Senders that try this address fail, and mail is late or lost. It also shows the addresses of an internal network.",
    found: `${HOSTS} an address is in one of IANA's special-purpose blocks.`,
    record: ADDRESS,
  },
  "mail.mx_not_a_host": {
    severity: "error",
    message: "The MX record names something that is no host name: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Name a host in the public DNS.",
    meaning:
      "Host names have letters, digits and hyphens. Many senders do not deliver to another kind of name.",
    found: `${ASKED} the name in one of them has other characters.`,
    record: MX,
  },
  "mail.mx_missing": {
    severity: "error",
    message: "The mail server {subject} has no address.",
    reference: "RFC 5321 5.1",
    fix: "Correct its name in the MX record, or publish its addresses.",
    meaning:
      "Senders cannot reach the server. If no other one takes the mail, it is given back after some days.",
    found: `${HOSTS} there are none.`,
    record: ADDRESS,
  },
  "mail.mx_lookup_failed": {
    severity: "warning",
    message:
      "The lookup of a mail server's addresses failed at this API. A sender whose lookup fails too keeps the mail and tries again: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Check the name servers of that name, and its DNSSEC signatures.",
    meaning:
      "While the lookup fails, mail waits at its sender, and is given back after some days. The name servers of the mail server's zone, or its signatures, are the usual cause.",
    found: `${HOSTS} the answer is SERVFAIL.`,
  },
  "mail.mx_ipv6_only": {
    severity: "warning",
    message: "No mail server of {subject} has an IPv4 address, and many senders have no IPv6.",
    reference: "RFC 5321 5.2",
    fix: "Give a mail server an IPv4 address.",
    meaning: "Mail of senders that have IPv4 alone cannot be delivered.",
    found: `${HOSTS} there are AAAA records alone.`,
    record: ADDRESS,
  },
  "mail.mx_too_many": {
    severity: "notice",
    message: "{subject} names more than ten mail servers; those beyond the tenth were not looked at.",
    reference: "RFC 5321 5.1",
    fix: "Name fewer: senders give up after some.",
    meaning:
      "Senders try only a few servers for one mail, so the last ones are never used. This report is silent about them.",
    found: `${ASKED} there are more than ten.`,
  },
  "mail.mx_no_ptr": {
    severity: "notice",
    message:
      "The address {subject} of a mail server has no name (PTR). If it sends mail too, many receivers refuse it.",
    reference: "RFC 1912 2.1",
    fix: "Have the provider of the address set its PTR record to the server's name.",
    meaning:
      "Receivers want a sending address to have a name that leads back to it. For a server that only takes mail it does not matter.",
    found:
      "The resolver is asked for the PTR record of each address of a mail server that is the domain's own.",
    record: "25.2.0.192.in-addr.arpa. 3600 IN PTR mail.example.com.",
  },
  "mail.mx_ptr_mismatch": {
    severity: "notice",
    message:
      "The name of the address {subject} of a mail server does not lead back to the address. If it sends mail too, many receivers refuse it.",
    reference: "RFC 1912 2.1",
    fix: "Publish the address as an A or AAAA record of the name in the PTR record.",
    meaning:
      "A name that does not lead back proves nothing, since the provider of an address can write any name there. Receivers treat the sender as one without a name.",
    found:
      "The resolver is asked for the PTR record of the address, and for the addresses of the name in it.",
    record: ADDRESS,
  },
} as const satisfies FindingTable;
