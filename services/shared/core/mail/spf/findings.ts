import type { FindingTable } from "../../tool/finding.ts";

const LIMIT_FIX =
  "Remove terms for services that you no longer use, write ip4: and ip6: instead of a and mx for your own hosts, or move some senders to a subdomain with its own record.";
const RECORD = 'example.com. 3600 IN TXT "v=spf1 mx ip4:192.0.2.25 -all"';
/** Beginnings of the sentences that explain how an SPF finding is detected. */
const OWN = "The resolver is asked for the TXT records of the domain, and";
const TREE =
  "The resolver is asked for the SPF record of the domain and for all records and hosts that its terms name;";

/** Findings about SPF. Source: RFC 7208, as summarized in the project's rule sheet of 2026-11-21. */
export const SPF_FINDINGS = {
  "mail.spf_missing": {
    severity: "error",
    message: "{subject} has no SPF record, so receivers cannot tell which servers may send mail for it.",
    reference: "RFC 7208 3",
    fix: "Publish an SPF record (TXT) that lists your sending servers.",
    meaning:
      "An SPF record lists the servers that may send mail for a domain. Without an SPF record, forged mail passes more easily, and large receivers treat mail from the domain as spam or refuse it.",
    found: `${OWN} no text begins with v=spf1.`,
    record: RECORD,
  },
  "mail.spf_missing_parked": {
    severity: "warning",
    message: "Nothing shows that {subject} sends mail, but no SPF record says that it sends none.",
    reference: "RFC 7208 10.1.2",
    fix: "If the domain really sends no mail, publish `v=spf1 -all`.",
    meaning:
      "Domains that send no mail are attractive to forgers, because receivers have nothing to compare forged mail with. One short record makes receivers refuse such mail.",
    found:
      "The resolver is asked for the MX, TXT and DKIM records: none of them shows a sender, and no text begins with v=spf1.",
    record: 'example.com. 3600 IN TXT "v=spf1 -all"',
  },
  "mail.spf_several": {
    severity: "error",
    message:
      "{subject} has more than one SPF record: for receivers this is a permerror, so they use none of them.",
    reference: "RFC 7208 4.5",
    fix: "Merge the records into one that needs no more than 10 DNS lookups.",
    meaning:
      "A second record is usually left over from a change of provider. Receivers do not choose between two records, so mail from the domain fails SPF until only one is left.",
    found: `${OWN} more than one text begins with v=spf1.`,
    record: RECORD,
  },
  "mail.spf_syntax": {
    severity: "error",
    message:
      "The SPF record has a syntax error at {subject}: one wrong term makes the whole record a permerror, even if an earlier term matches.",
    reference: "RFC 7208 4.6",
    fix: "Correct the term.",
    meaning:
      "Receivers check the whole record before they use it. One misspelt term therefore switches SPF off for all senders of the domain.",
    found: `${OWN} each term of the SPF record is parsed according to the grammar of RFC 7208 12.`,
    record: RECORD,
  },
  "mail.spf_near_miss": {
    severity: "warning",
    message: "A text looks like an SPF record, but receivers do not recognise it as one: {subject}",
    reference: "RFC 7208 4.5",
    fix: "Begin the record with exactly v=spf1, followed by a space.",
    meaning:
      "The text was probably meant as an SPF record, but it has no effect, because its first word is not exactly v=spf1. The domain may have no valid record at all.",
    found: `${OWN} a text contains the terms of an SPF record but lacks its exact beginning.`,
    record: RECORD,
  },
  "mail.spf_sender_id": {
    severity: "notice",
    message: "The domain has a Sender ID record (spf2.0), which receivers no longer read.",
    reference: "RFC 7208 3.1",
    fix: "Remove the Sender ID record.",
    meaning:
      "Sender ID was an experiment of 2006 that receivers have abandoned. The record does no harm, except that it makes DNS answers longer and may confuse administrators.",
    found: `${OWN} a text begins with spf2.0.`,
  },
  "mail.spf_type99": {
    severity: "notice",
    message: "The domain has a record of type SPF (99), which receivers must not read.",
    reference: "RFC 7208 3.1",
    fix: "Remove the record of type SPF, and keep the TXT record.",
    meaning:
      "The record type SPF was withdrawn in 2014, and receivers read only TXT records. A change made only in the record of type SPF has no effect.",
    found: "The resolver is asked for the domain's records of type SPF, and finds one.",
  },
  "mail.spf_ignored_term": {
    severity: "error",
    message: "A term has an equals sign instead of a colon, so receivers ignore it: {subject}",
    reference: "RFC 7208 6",
    fix: "Replace the equals sign with a colon.",
    meaning:
      "Receivers read name=value as an unknown modifier, and skip it. The senders that the term should allow are not allowed.",
    found: `${OWN} the SPF record has a modifier with the name of a mechanism.`,
    record: RECORD,
  },
  "mail.spf_unknown_modifier": {
    severity: "notice",
    message: "The SPF record has an unknown modifier, which receivers ignore: {subject}",
    reference: "RFC 7208 6",
    fix: "Remove the modifier. If it is the token of another service, publish it in a separate TXT record.",
    meaning:
      "Modifiers other than redirect, exp, ra, rp and rr have no meaning in SPF. Often such a modifier is a proof of ownership for another service, which does not find it inside the SPF record.",
    found: `${OWN} the SPF record has a term name=value that neither RFC 7208 nor RFC 6652 defines.`,
  },
  "mail.spf_lookups": {
    severity: "error",
    message:
      "The SPF record needs more than 10 DNS lookups, which is a permerror for receivers that apply this limit ({subject}).",
    reference: "RFC 7208 4.6.4",
    fix: LIMIT_FIX,
    meaning:
      "Receivers stop after ten terms that need DNS, counted over all included records. Mail from senders listed after the tenth fails SPF, and at some receivers all mail from the domain does.",
    found: `${TREE} the terms that need a lookup are counted.`,
    record: RECORD,
  },
  "mail.spf_voids": {
    severity: "error",
    message:
      "More than two DNS lookups of the SPF record find no record ({subject}), which is a permerror for receivers that apply this limit.",
    reference: "RFC 7208 4.6.4",
    fix: "Remove the terms whose names have no record.",
    meaning:
      "Such terms usually name servers that no longer exist. The limit of two such lookups is a SHOULD; receivers that apply it use no part of the record.",
    found: `${TREE} the terms whose lookup finds no record are counted.`,
    record: RECORD,
  },
  "mail.spf_voids_ipv6": {
    severity: "notice",
    message:
      "More than two names in the SPF record have no IPv6 address ({subject}). For a sender over IPv6, this is a permerror for receivers that count each address family separately.",
    reference: "RFC 7208 4.6.4",
    fix: "Write ip4: and ip6: instead of a for such hosts.",
    meaning:
      "A receiver looks up AAAA records if the sender uses IPv6. Hosts that have only IPv4 addresses then count as lookups that find no record.",
    found: `${TREE} the names without an AAAA record are counted.`,
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.25 ip6:2001:db8::25 -all"',
  },
  "mail.spf_mx_names": {
    severity: "error",
    message:
      "An mx term of the SPF record refers to more than 10 mail servers, which is a permerror: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "List the sending hosts with ip4: and ip6: instead.",
    meaning:
      "Receivers look up at most ten mail servers for one mx term. If there are more, SPF fails for all mail.",
    found: "The resolver is asked for the MX records of the name in the term, and the records are counted.",
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.0/28 -all"',
  },
  "mail.spf_ptr": {
    severity: "warning",
    message: "The SPF record uses ptr, which is slow, unreliable, and should not be used: {subject}",
    reference: "RFC 7208 5.5",
    fix: "List the sending hosts with ip4:, ip6:, a or mx instead.",
    meaning:
      "With ptr, the receiver has to look up the name of every sender's address. Many receivers skip the term, so mail that depends on it fails SPF there.",
    found: `${TREE} one of the records has the term ptr.`,
    record: RECORD,
  },
  "mail.spf_include_none": {
    severity: "error",
    message: "An include or redirect names a domain without an SPF record, which is a permerror: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Remove the term, or correct the name in it.",
    meaning:
      "The provider may have moved its record, or the name may be misspelt. Receivers that reach the term use no part of the record.",
    found:
      "The resolver is asked for the TXT records of the name in the term, and no text there begins with v=spf1.",
  },
  "mail.spf_include_invalid": {
    severity: "error",
    message: "An include or redirect names a domain whose SPF record is itself a permerror: {subject}",
    reference: "RFC 7208 5.2",
    fix: "Report the error to the owner of that record, or remove the term.",
    meaning:
      "An error in an included record is also an error of the record that includes it. Receivers that reach the term use no part of the domain's record.",
    found:
      "The resolver is asked for the SPF record of the name in the term, and that record violates RFC 7208.",
  },
  "mail.spf_loop": {
    severity: "error",
    message: "An include or redirect leads back to a record above it, which makes a loop: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Remove the term that leads back.",
    meaning:
      "Receivers follow the loop until they reach the limit of ten lookups, and then use no part of the record.",
    found: `${TREE} a term names a domain whose record is above the term's own record.`,
  },
  "mail.spf_pass_all": {
    severity: "critical",
    message: "The SPF record lets every host send mail for {subject}.",
    reference: "RFC 7208 5.1",
    fix: "Correct or remove the term that allows this, list only your own senders, and end the record with -all or ~all.",
    meaning:
      "Mail from any sender passes SPF for the domain, and therefore also DMARC. This is worse than having no record, because forged mail looks genuine.",
    found: `${TREE} the terms are evaluated as a receiver does, and +all or very wide networks match all or most addresses.`,
    record: RECORD,
  },
  "mail.spf_no_all": {
    severity: "warning",
    message:
      "The SPF record does not end with all or redirect, so senders that it does not list are neutral.",
    reference: "RFC 7208 4.7",
    fix: "End the record with -all, or with ~all until you are sure that the record lists all your senders.",
    meaning:
      "Neutral means that the record says nothing about other senders. Forged mail is then treated as if there were no SPF record.",
    found: `${OWN} even with redirects followed, receivers reach no all in the SPF record.`,
    record: RECORD,
  },
  "mail.spf_neutral_all": {
    severity: "warning",
    message: "The SPF record ends with ?all, which says nothing about senders that the record does not list.",
    reference: "RFC 7208 8.2",
    fix: "End the record with -all, or with ~all until you are sure that the record lists all your senders.",
    meaning:
      "Neutral results are treated as if there were no SPF record, so the record does not help against forged mail.",
    found: `${OWN} with redirects followed, the all that receivers reach is ?all.`,
    record: RECORD,
  },
  "mail.spf_after_all": {
    severity: "warning",
    message: "A term comes after all, so receivers do not evaluate it: {subject}",
    reference: "RFC 7208 5.1",
    fix: "Put the term before all, or remove it.",
    meaning:
      "The term all matches every sender, so the evaluation ends there. A sender listed after it fails SPF.",
    found: `${OWN} the SPF record has terms after the mechanism all.`,
    record: RECORD,
  },
  "mail.spf_redirect_ignored": {
    severity: "notice",
    message: "The SPF record has both all and redirect, so receivers ignore the redirect: {subject}",
    reference: "RFC 7208 6.1",
    fix: "Remove either all or the redirect.",
    meaning:
      "A redirect applies only in a record without all. Senders that are listed only in the other record are not allowed to send.",
    found: `${OWN} the SPF record has both terms.`,
    record: 'example.com. 3600 IN TXT "v=spf1 redirect=_spf.example.com"',
  },
  "mail.spf_wide": {
    severity: "warning",
    message:
      "A term allows a network of more than 65,536 IPv4 addresses, or an IPv6 network larger than a /32: {subject}",
    reference: "RFC 7208 11.1",
    fix: "List only the hosts that send mail.",
    meaning:
      "Few organisations have networks of this size. Every host in the network can send mail that passes SPF for the domain.",
    found: `${OWN} the prefix lengths of the SPF record's own terms are compared with /16 and /32.`,
    record: 'example.com. 3600 IN TXT "v=spf1 ip4:192.0.2.0/24 -all"',
  },
  "mail.spf_size": {
    severity: "notice",
    message:
      "The TXT records at the name have {subject}, which is too much for a typical DNS answer over UDP.",
    reference: "RFC 7208 3.4",
    fix: "Shorten the SPF record, or move other TXT records to other names.",
    meaning:
      "Long answers are truncated and repeated over TCP, which some networks block. Receivers in such networks get a temporary error instead of the record.",
    found: `${OWN} all texts together have more than 450 octets.`,
  },
  "mail.spf_void_term": {
    severity: "notice",
    message: "The name in a term of the SPF record has no address or mail server: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Remove the term.",
    meaning:
      "The term allows no host to send, and counts as a lookup that finds no record. If there are more than two such lookups, receivers use no part of the record.",
    found: "The resolver is asked for the addresses or mail servers that the term names, and finds none.",
  },
  "mail.spf_not_public": {
    severity: "notice",
    message:
      "A term of the SPF record lists addresses that are not public, so no mail can come from them: {subject}",
    reference: "RFC 7208 5.6",
    fix: "Remove the term.",
    meaning:
      "Receivers on the Internet never see such an address as a sender. The term has no effect, but reveals addresses of an internal network.",
    found: `${OWN} the addresses of ip4 and ip6 are compared with IANA's special-purpose blocks.`,
  },
  "mail.spf_duplicate_term": {
    severity: "notice",
    message: "The SPF record has the same term twice: {subject}",
    reference: "RFC 7208 4.6.4",
    fix: "Remove one of the two terms: each may cost one of the ten allowed lookups.",
    meaning: "The second term has no effect, except that it may use up some of the ten allowed lookups.",
    found: `${OWN} two terms of the SPF record are the same.`,
  },
  "mail.spf_temperror": {
    severity: "warning",
    message:
      "This API's DNS lookup for a term failed. A receiver whose lookup fails too gets a temperror: {subject}",
    reference: "RFC 7208 2.6.6",
    fix: "Check the name servers of the name in the term.",
    meaning:
      "While the lookup fails, receivers cannot evaluate the whole record; many delay the mail, and some refuse it. The cause may also be between this API and those name servers.",
    found:
      "The resolver is asked for the records that the term refers to, and answers SERVFAIL or not at all.",
  },
} as const satisfies FindingTable;
