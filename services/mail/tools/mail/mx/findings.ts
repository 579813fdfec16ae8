import type { FindingTable } from "@dnstools/core/tool/finding";

/** The findings on the mail servers. Sources: RFC 5321, RFC 7505, RFC 2181, by the project's rule sheet of 2026-11-20. */
export const MX_FINDINGS = {
  "mail.mx_null": {
    severity: "info",
    message: "{subject} says that it takes no mail (null MX).",
    reference: "RFC 7505 3",
    fix: null,
  },
  "mail.mx_null_preference": {
    severity: "warning",
    message: "The null MX of {subject} has a preference other than 0.",
    reference: "RFC 7505 3",
    fix: "Write MX 0 and a dot.",
  },
  "mail.mx_null_with_others": {
    severity: "error",
    message:
      "{subject} has a null MX beside mail servers: it says that it takes no mail, and where to bring it.",
    reference: "RFC 7505 3",
    fix: "Remove one or the other.",
  },
  "mail.mx_null_wrong_form": {
    severity: "error",
    message: "{subject} is no mail server; the null MX, if that was meant, is a lone dot.",
    reference: "RFC 7505 3",
    fix: "Write MX 0 and a dot.",
  },
  "mail.mx_implicit": {
    severity: "warning",
    message: "{subject} has no MX record, so mail goes to its own addresses.",
    reference: "RFC 5321 5.1",
    fix: "Publish an MX record that names the mail server.",
  },
  "mail.mx_null_missing": {
    severity: "notice",
    message: "{subject} takes no mail, as it seems, and does not say so: senders try for days.",
    reference: "RFC 7505 1",
    fix: "If it really takes no mail, publish a null MX (MX 0 and a dot).",
  },
  "mail.mx_alias": {
    severity: "warning",
    message:
      "The MX record names an alias (CNAME), which it must not, and which some senders refuse: {subject}",
    reference: "RFC 2181 10.3",
    fix: "Name the host that the alias leads to; where a policy of MTA-STS names the alias, add the host there first.",
  },
  "mail.mx_address_literal": {
    severity: "error",
    message: "The MX record names an address where a host name belongs: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Give the address a name, and name that.",
  },
  "mail.mx_not_public": {
    severity: "error",
    message: "A mail server has an address that is not public, which nobody outside reaches: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Publish public addresses alone.",
  },
  "mail.mx_not_a_host": {
    severity: "error",
    message: "The MX record names something that is no host name: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Name a host in the public DNS.",
  },
  "mail.mx_missing": {
    severity: "error",
    message: "The mail server {subject} has no address.",
    reference: "RFC 5321 5.1",
    fix: "Correct its name, or publish its addresses.",
  },
  "mail.mx_lookup_failed": {
    severity: "warning",
    message:
      "A lookup of a mail server's addresses failed here. A sender whose lookup fails too keeps the mail and tries again: {subject}",
    reference: "RFC 5321 5.1",
    fix: "Check the name servers of that name.",
  },
  "mail.mx_ipv6_only": {
    severity: "warning",
    message: "No mail server of {subject} has an IPv4 address, and many senders have nothing else.",
    reference: "RFC 5321 5.2",
    fix: "Give a mail server an IPv4 address.",
  },
  "mail.mx_too_many": {
    severity: "notice",
    message: "{subject} names more than ten mail servers; those beyond were not looked at.",
    reference: "RFC 5321 5.1",
    fix: "Name fewer: senders give up after some.",
  },
  "mail.mx_no_ptr": {
    severity: "notice",
    message:
      "The address {subject} of a mail server has no name (PTR). If it sends mail too, many refuse it.",
    reference: "RFC 1912 2.1",
    fix: "Have whoever gave you the address set its PTR record to the server's name.",
  },
  "mail.mx_ptr_mismatch": {
    severity: "notice",
    message:
      "The name of the address {subject} of a mail server does not lead back to it. If it sends mail too, many refuse it.",
    reference: "RFC 1912 2.1",
    fix: "Let the name in the PTR record have this address.",
  },
} as const satisfies FindingTable;
