import type { FindingTable } from "@dnstools/core/tool/finding";

const LIMIT_FIX =
  "Take out what you no longer send from, write ip4: and ip6: for hosts of your own in place of a and mx, or give some senders a subdomain with a record of its own.";

/** The findings on SPF. Source: RFC 7208, read 2026-11-21 through the project's rule sheet. */
export const SPF_FINDINGS = {
  "mail.spf_missing": {
    severity: "error",
    message: "{subject} has no SPF record: receivers cannot tell who may send for it.",
    reference: "RFC 7208 3",
    fix: "Publish a TXT record that names your senders.",
  },
  "mail.spf_missing_parked": {
    severity: "warning",
    message: "{subject} sends no mail, as it seems, and has no SPF record that says so.",
    reference: "RFC 7208 10.1.2",
    fix: "If it really sends no mail, publish v=spf1 -all.",
  },
  "mail.spf_several": {
    severity: "error",
    message: "{subject} has more than one SPF record: receivers answer permerror and use none of them.",
    reference: "RFC 7208 4.5",
    fix: "Merge them into one record that takes no more than 10 lookups.",
  },
  "mail.spf_syntax": {
    severity: "error",
    message:
      "The SPF record cannot be read at {subject}: one wrong term makes the whole record permerror, even behind a match.",
    reference: "RFC 7208 4.6",
    fix: "Correct the term.",
  },
  "mail.spf_near_miss": {
    severity: "warning",
    message: "A text looks like an SPF record, but receivers do not take it for one: {subject}",
    reference: "RFC 7208 4.5",
    fix: "A record begins with exactly v=spf1 and a space.",
  },
  "mail.spf_sender_id": {
    severity: "notice",
    message: "The domain has a record of Sender ID (spf2.0), which receivers no longer read.",
    reference: "RFC 7208 3.1",
    fix: "Remove it.",
  },
  "mail.spf_type99": {
    severity: "notice",
    message: "A record of type SPF (99) is there; receivers must not read it.",
    reference: "RFC 7208 3.1",
    fix: "Remove it, and keep the TXT record.",
  },
  "mail.spf_ignored_term": {
    severity: "error",
    message: "A term has = where a colon belongs, so that receivers ignore it: {subject}",
    reference: "RFC 7208 6",
    fix: "Write a colon in its place.",
  },
  "mail.spf_unknown_modifier": {
    severity: "notice",
    message: "The SPF record has a modifier that receivers do not know and ignore: {subject}",
    reference: "RFC 7208 6",
    fix: "Take it out. A token for another service belongs in a TXT record of its own.",
  },
  "mail.spf_lookups": {
    severity: "error",
    message:
      "The record takes more than 10 lookups: receivers that get that far answer permerror ({subject}).",
    reference: "RFC 7208 4.6.4",
    fix: LIMIT_FIX,
  },
  "mail.spf_voids": {
    severity: "error",
    message:
      "More than two lookups find nothing: receivers that keep to the limit, which is a SHOULD, answer permerror ({subject}).",
    reference: "RFC 7208 4.6.4",
    fix: "Take out the terms whose names have nothing.",
  },
  "mail.spf_voids_ipv6": {
    severity: "notice",
    message:
      "For senders over IPv6 more than two names have no address of that family; receivers that count each family by itself answer permerror ({subject}).",
    reference: "RFC 7208 4.6.4",
    fix: "Write ip4: and ip6: in place of a for such hosts.",
  },
  "mail.spf_mx_names": {
    severity: "error",
    message: "An mx term leads to more than 10 mail servers, which is permerror: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Name the sending hosts with ip4: and ip6:.",
  },
  "mail.spf_ptr": {
    severity: "warning",
    message: "The record uses ptr, which is slow, unreliable, and should not be used: {subject}",
    reference: "RFC 7208 5.5",
    fix: "Name the sending hosts with ip4:, ip6:, a or mx.",
  },
  "mail.spf_include_none": {
    severity: "error",
    message: "An include or redirect names a domain without an SPF record, which is permerror: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Take it out, or correct its name.",
  },
  "mail.spf_include_invalid": {
    severity: "error",
    message: "An include or redirect names a domain whose SPF record is permerror itself: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Tell the owner of that record, or take the term out.",
  },
  "mail.spf_loop": {
    severity: "error",
    message: "Includes or redirects lead in a circle: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take out the term that leads back.",
  },
  "mail.spf_pass_all": {
    severity: "critical",
    message: "The SPF record lets every host send mail for {subject}.",
    reference: "RFC 7208 5.1",
    fix: "Correct or take out that term, end the record with -all or ~all, and name only your senders.",
  },
  "mail.spf_no_all": {
    severity: "warning",
    message: "The record does not say what of senders that it does not name: that is neutral.",
    reference: "RFC 7208 4.7",
    fix: "End it with -all, or with ~all while you are not sure.",
  },
  "mail.spf_neutral_all": {
    severity: "warning",
    message: "The record ends with ?all, which says nothing of senders that it does not name.",
    reference: "RFC 7208 8.2",
    fix: "End it with -all, or with ~all while you are not sure.",
  },
  "mail.spf_after_all": {
    severity: "warning",
    message: "Receivers do not evaluate terms behind all: {subject}",
    reference: "RFC 7208 5.1",
    fix: "Put it before all, or take it out.",
  },
  "mail.spf_redirect_ignored": {
    severity: "notice",
    message: "Beside all a redirect is ignored: {subject}",
    reference: "RFC 7208 6.1",
    fix: "Take one of the two out.",
  },
  "mail.spf_wide": {
    severity: "warning",
    message: "A term names a network wider than 65,536 addresses (of IPv6: than a /32): {subject}",
    reference: "RFC 7208 11.1",
    fix: "Name only the hosts that send.",
  },
  "mail.spf_size": {
    severity: "notice",
    message: "The texts at the name are {subject}: more than fits well into an answer over UDP.",
    reference: "RFC 7208 3.4",
    fix: "Shorten the record, or move other texts to names of their own.",
  },
  "mail.spf_void_term": {
    severity: "notice",
    message: "A term's name has no address or mail server: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take the term out.",
  },
  "mail.spf_not_public": {
    severity: "notice",
    message: "A term names addresses that are not public, from which no mail comes: {subject}",
    reference: "RFC 7208 5.6",
    fix: "Take it out.",
  },
  "mail.spf_duplicate_term": {
    severity: "notice",
    message: "The same term is there twice: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take one out; each counts among the ten.",
  },
  "mail.spf_temperror": {
    severity: "warning",
    message:
      "The DNS lookup of a term failed here. A receiver whose lookup fails too answers temperror: {subject}",
    reference: "RFC 7208 2.6.6",
    fix: "Look at the name servers of that name.",
  },
} as const satisfies FindingTable;
