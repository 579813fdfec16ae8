import type { FindingTable } from "@dnstools/core/tool/finding";

const LIMIT_FIX =
  "Take out what you no longer send from, write ip4: and ip6: for hosts of your own in place of a and mx, or give some senders a subdomain with a record of its own.";
const RECORD = 'example.com. 3600 IN TXT "v=spf1 mx ip4:192.0.2.25 -all"';
/** How most of them are found. */
const OWN = "The resolver is asked for the TXT records of the domain, and";
const TREE =
  "The resolver is asked for the SPF record of the domain and for all records and hosts that its terms name;";

/** The findings on SPF. Source: RFC 7208, read 2026-11-21 through the project's rule sheet. */
export const SPF_FINDINGS = {
  "mail.spf_missing": {
    severity: "error",
    message: "{subject} has no SPF record: receivers cannot tell which servers may send for it.",
    reference: "RFC 7208 3",
    fix: "Publish a TXT record that names your senders.",
    meaning:
      "An SPF record lists the servers that may send mail for a domain. Without one, forged mail passes more easily, and large receivers put mail of the domain into spam or refuse it.",
    found: `${OWN} no text begins with v=spf1.`,
    record: RECORD,
  },
  "mail.spf_missing_parked": {
    severity: "warning",
    message: "Nothing shows that {subject} sends mail, and no SPF record says that it sends none.",
    reference: "RFC 7208 10.1.2",
    fix: "If the domain really sends no mail, publish `v=spf1 -all`.",
    meaning:
      "Forgers like domains that send no mail, because receivers have nothing to compare with. One short record makes receivers refuse such mail.",
    found:
      "The resolver is asked for MX, TXT and DKIM records: none shows a sender, and no text begins with v=spf1.",
    record: 'example.com. 3600 IN TXT "v=spf1 -all"',
  },
  "mail.spf_several": {
    severity: "error",
    message: "{subject} has more than one SPF record: receivers answer permerror and use none of them.",
    reference: "RFC 7208 4.5",
    fix: "Merge them into one record that takes no more than 10 lookups.",
    meaning:
      "A second record is mostly left over from a change of provider. Receivers do not choose between two records, so mail of the domain fails SPF until one is left.",
    found: `${OWN} more than one text begins with v=spf1.`,
    record: RECORD,
  },
  "mail.spf_syntax": {
    severity: "error",
    message:
      "The SPF record cannot be read at {subject}: one wrong term makes the whole record permerror, even behind a term that matches.",
    reference: "RFC 7208 4.6",
    fix: "Correct the term.",
    meaning:
      "Receivers check the whole record before they use it. One misspelt term therefore switches SPF off for all senders of the domain.",
    found: `${OWN} each term of the SPF record is read by the grammar of RFC 7208 12.`,
    record: RECORD,
  },
  "mail.spf_near_miss": {
    severity: "warning",
    message: "A text looks like an SPF record, but receivers do not take it for one: {subject}",
    reference: "RFC 7208 4.5",
    fix: "Begin the record with exactly v=spf1 and a space.",
    meaning:
      "The text was meant as an SPF record and has no effect: its first word is not exactly v=spf1. The domain may have no valid record at all.",
    found: `${OWN} a text has the words of an SPF record without its exact beginning.`,
    record: RECORD,
  },
  "mail.spf_sender_id": {
    severity: "notice",
    message: "The domain has a record of Sender ID (spf2.0), which receivers no longer read.",
    reference: "RFC 7208 3.1",
    fix: "Remove it.",
    meaning:
      "Sender ID was an experiment of 2006 that receivers gave up. The record does no harm except that it makes the answer longer and readers unsure.",
    found: `${OWN} a text begins with spf2.0.`,
  },
  "mail.spf_type99": {
    severity: "notice",
    message: "The domain has a record of type SPF (99), which receivers must not read.",
    reference: "RFC 7208 3.1",
    fix: "Remove it, and keep the TXT record.",
    meaning:
      "The type SPF was withdrawn in 2014; receivers read TXT records alone. A change made in the wrong record of the two has no effect.",
    found: "The resolver is asked for the records of type SPF of the domain.",
  },
  "mail.spf_ignored_term": {
    severity: "error",
    message: "A term has = in place of a colon, so that receivers ignore it: {subject}",
    reference: "RFC 7208 6",
    fix: "Write a colon in place of the equals sign.",
    meaning:
      "Receivers read name=value as a modifier that they do not know, and skip it. The senders that the term names are not allowed to send.",
    found: `${OWN} the SPF record has a modifier with the name of a mechanism.`,
    record: RECORD,
  },
  "mail.spf_unknown_modifier": {
    severity: "notice",
    message: "The SPF record has a modifier that receivers do not know and ignore: {subject}",
    reference: "RFC 7208 6",
    fix: "Take it out. A token for another service belongs in a TXT record of its own.",
    meaning:
      "Modifiers other than redirect, exp, ra, rp and rr have no meaning in SPF. Often it is the proof of ownership for another service, which does not find it inside the SPF record.",
    found: `${OWN} the SPF record has a name=value that neither RFC 7208 nor RFC 6652 defines.`,
  },
  "mail.spf_lookups": {
    severity: "error",
    message:
      "The SPF record takes more than 10 lookups: receivers that keep this limit answer permerror ({subject}).",
    reference: "RFC 7208 4.6.4",
    fix: LIMIT_FIX,
    meaning:
      "Receivers stop at ten terms that need DNS, counted over all included records. Mail from senders behind the tenth fails SPF, and at some receivers all mail of the domain does.",
    found: `${TREE} the terms that take a lookup are counted.`,
    record: RECORD,
  },
  "mail.spf_voids": {
    severity: "error",
    message:
      "More than two lookups of the SPF record find nothing ({subject}): receivers that keep this limit answer permerror.",
    reference: "RFC 7208 4.6.4",
    fix: "Take out the terms whose names have no record.",
    meaning:
      "Terms that lead nowhere are mostly servers that are gone. The limit of two such lookups is a SHOULD; receivers that apply it use no part of the record.",
    found: `${TREE} the terms whose lookup gives no record are counted.`,
    record: RECORD,
  },
  "mail.spf_voids_ipv6": {
    severity: "notice",
    message:
      "For a sender over IPv6, more than two names of the SPF record have no address ({subject}): receivers that count each address family by itself answer permerror.",
    reference: "RFC 7208 4.6.4",
    fix: "Write ip4: and ip6: in place of a for such hosts.",
    meaning:
      "A receiver asks for AAAA records when the sender uses IPv6. Hosts that have IPv4 addresses alone then count as lookups that find nothing.",
    found: `${TREE} the names without an AAAA record are counted.`,
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.25 ip6:2001:db8::25 -all"',
  },
  "mail.spf_mx_names": {
    severity: "error",
    message: "An mx term of the SPF record leads to more than 10 mail servers, which is permerror: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Name the sending hosts with ip4: and ip6:.",
    meaning:
      "Receivers look up at most ten mail servers for one mx term. With more of them, SPF fails for all mail.",
    found:
      "The resolver is asked for the MX records of the name that the term is about, and they are counted.",
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.0/28 -all"',
  },
  "mail.spf_ptr": {
    severity: "warning",
    message: "The SPF record uses ptr, which is slow, unreliable, and should not be used: {subject}",
    reference: "RFC 7208 5.5",
    fix: "Name the sending hosts with ip4:, ip6:, a or mx.",
    meaning:
      "With ptr the receiver looks up the name of every sender's address. Many receivers skip the term, and mail that depends on it fails SPF there.",
    found: `${TREE} one of them has the term ptr.`,
    record: RECORD,
  },
  "mail.spf_include_none": {
    severity: "error",
    message: "An include or redirect names a domain without an SPF record, which is permerror: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Take the term out, or correct the name in it.",
    meaning:
      "The provider may have moved its record, or the name is misspelt. Receivers that come to the term use no part of the record.",
    found:
      "The resolver is asked for the TXT records of the name in the term; no text there begins with v=spf1.",
  },
  "mail.spf_include_invalid": {
    severity: "error",
    message: "An include or redirect names a domain whose SPF record is permerror itself: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Report it to the owner of that record, or take the term out.",
    meaning:
      "A fault in an included record is a fault of the record that includes it. Receivers that come to the term use no part of the domain's record.",
    found:
      "The resolver is asked for the SPF record of the name in the term, and that record breaks RFC 7208.",
  },
  "mail.spf_loop": {
    severity: "error",
    message: "An include or redirect leads back to a record above it: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take out the term that leads back.",
    meaning:
      "Receivers follow the circle until the limit of ten lookups ends it, and then use no part of the record.",
    found: `${TREE} a term names a domain whose record is above its own.`,
  },
  "mail.spf_pass_all": {
    severity: "critical",
    message: "The SPF record lets every host send mail for {subject}.",
    reference: "RFC 7208 5.1",
    fix: "Correct or take out that term, end the record with -all or ~all, and name only your senders.",
    meaning:
      "Mail of any sender passes SPF for the domain, and with it DMARC. That is worse than no record: forged mail looks genuine.",
    found: `${TREE} the terms are evaluated as a receiver does, and a +all, or networks as wide, match every address.`,
    record: RECORD,
  },
  "mail.spf_no_all": {
    severity: "warning",
    message: "The SPF record does not end with all or redirect: senders that it does not name are neutral.",
    reference: "RFC 7208 4.7",
    fix: "End it with -all, or with ~all while you are not sure.",
    meaning:
      "Neutral means that the record says nothing about other senders. Forged mail is then treated as if there were no SPF record.",
    found: `${OWN} the SPF record has no all that receivers come to, redirects followed.`,
    record: RECORD,
  },
  "mail.spf_neutral_all": {
    severity: "warning",
    message: "The SPF record ends with ?all, which says nothing of senders that it does not name.",
    reference: "RFC 7208 8.2",
    fix: "End it with -all, or with ~all while you are not sure.",
    meaning:
      "Neutral results are treated as if there were no SPF record. Forged mail gains nothing and loses nothing by the record.",
    found: `${OWN} the all that receivers come to has the sign ?, redirects followed.`,
    record: RECORD,
  },
  "mail.spf_after_all": {
    severity: "warning",
    message: "Receivers do not evaluate a term that stands after all: {subject}",
    reference: "RFC 7208 5.1",
    fix: "Put the term before all, or take it out.",
    meaning: "all matches every sender, so the evaluation ends there. A sender named after it fails SPF.",
    found: `${OWN} the SPF record has terms after all.`,
    record: RECORD,
  },
  "mail.spf_redirect_ignored": {
    severity: "notice",
    message: "The SPF record has both all and redirect, so that receivers ignore the redirect: {subject}",
    reference: "RFC 7208 6.1",
    fix: "Take one of the two out.",
    meaning:
      "redirect counts only in a record without all. Senders that the other record names are not allowed to send.",
    found: `${OWN} the SPF record has both terms.`,
    record: 'example.com. 3600 IN TXT "v=spf1 redirect=_spf.example.com"',
  },
  "mail.spf_wide": {
    severity: "warning",
    message: "A term names a network wider than 65,536 addresses (of IPv6: than a /32): {subject}",
    reference: "RFC 7208 11.1",
    fix: "Name only the hosts that send.",
    meaning:
      "Few organisations have so many addresses. Every host in the network can send mail that passes SPF for the domain.",
    found: `${OWN} the prefix lengths of the SPF record's own terms are compared with /16 and /32.`,
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.0/24 -all"',
  },
  "mail.spf_size": {
    severity: "notice",
    message: "The texts at the name have {subject}: more than fits well into an answer over UDP.",
    reference: "RFC 7208 3.4",
    fix: "Shorten the SPF record, or move other texts to names of their own.",
    meaning:
      "Long answers are cut and asked for again over TCP, which some networks block. Receivers there see a temporary error in place of the record.",
    found: `${OWN} the octets of all texts are counted: more than 450.`,
  },
  "mail.spf_void_term": {
    severity: "notice",
    message: "The name in a term of the SPF record has no address or mail server: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take the term out.",
    meaning:
      "The term lets no host send, and counts as a lookup that finds nothing. With more than two of them, receivers use no part of the record.",
    found: "The resolver is asked for the addresses or mail servers that the term names, and has none.",
  },
  "mail.spf_not_public": {
    severity: "notice",
    message:
      "A term of the SPF record names addresses that are not public, from which no mail comes: {subject}",
    reference: "RFC 7208 5.6",
    fix: "Take the term out.",
    meaning:
      "Receivers on the Internet never see such an address as a sender. The term is harmless, and shows the addresses of an internal network.",
    found: `${OWN} the addresses of ip4 and ip6 are compared with IANA's special-purpose blocks.`,
  },
  "mail.spf_duplicate_term": {
    severity: "notice",
    message: "The SPF record has the same term twice: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Take one of the two out: each takes a lookup of the ten.",
    meaning: "The second term has no effect, except that it uses up lookups, of which ten are allowed.",
    found: `${OWN} two terms of the SPF record are alike.`,
  },
  "mail.spf_temperror": {
    severity: "warning",
    message:
      "The DNS lookup of a term failed at this API. A receiver whose lookup fails too answers temperror: {subject}",
    reference: "RFC 7208 2.6.6",
    fix: "Check the name servers of the name in the term.",
    meaning:
      "While the lookup fails, receivers cannot evaluate the record to its end; many delay the mail, and some refuse it. The failure may also lie between this API and those name servers.",
    found: "The resolver is asked for what the term names, and answers with SERVFAIL or not at all.",
  },
} as const satisfies FindingTable;
