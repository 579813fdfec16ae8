import type { FindingTable } from "@dnstools/core/tool/finding";

/** The findings on DMARC. Source: RFC 9989 and RFC 9990 (May 2026), by the project's rule sheet of 2026-11-20. */
export const DMARC_FINDINGS = {
  "mail.dmarc_missing": {
    severity: "error",
    message:
      "No DMARC policy applies to {subject}: receivers are not told what to do with mail that forges it.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish a record with p=none and rua, read the reports, and then ask for more.",
  },
  "mail.dmarc_missing_parked": {
    severity: "warning",
    message:
      "{subject} sends no mail, as it seems, and no DMARC record tells receivers to reject what claims to be from it.",
    reference: "RFC 9989 4.10.1",
    fix: "If it really sends no mail, publish v=DMARC1; p=reject;.",
  },
  "mail.dmarc_several": {
    severity: "error",
    message: "There is more than one DMARC record at {subject}: receivers drop all of them.",
    reference: "RFC 9989 4.10",
    fix: "Leave one.",
  },
  "mail.dmarc_near_miss": {
    severity: "warning",
    message: "A text looks like a DMARC record, but receivers do not take it for one: {subject}",
    reference: "RFC 9989 4.8",
    fix: "A record begins with exactly v=DMARC1; the last word in capitals, the semicolon behind it.",
  },
  "mail.dmarc_wrong_name": {
    severity: "warning",
    message: "A DMARC record is at {subject} itself, where no receiver looks for it.",
    reference: "RFC 9989 4.5",
    fix: "Publish it at _dmarc.{subject}, and remove it from {subject}.",
  },
  "mail.dmarc_policy_missing": {
    severity: "warning",
    message:
      "The record has no p: receivers take it for p=none, and ignore the record if it has no rua either.",
    reference: "RFC 9989 4.10.1",
    fix: "Say p=none, p=quarantine or p=reject.",
  },
  "mail.dmarc_policy_invalid": {
    severity: "error",
    message:
      "A policy cannot be read ({subject}): receivers then take all of them for none, or drop the record.",
    reference: "RFC 9989 4.10.1",
    fix: "Policies are none, quarantine and reject.",
  },
  "mail.dmarc_monitoring": {
    severity: "warning",
    message: "The policy is none: mail that forges {subject} is delivered as before.",
    reference: "RFC 9989 5.4",
    fix: "When reports show that your own mail passes, ask for quarantine, and later for reject.",
  },
  "mail.dmarc_subdomains_weaker": {
    severity: "warning",
    message: "Subdomains are less protected than the domain ({subject}): a forger uses one of them.",
    reference: "RFC 9989 4.7",
    fix: "When reports show that mail of subdomains passes, leave sp and np out, or let them ask for as much as p; the organisation's record counts, not that of a subdomain.",
  },
  "mail.dmarc_test_mode": {
    severity: "warning",
    message: "t=y makes every policy one step weaker; receivers of RFC 7489 do not know it.",
    reference: "RFC 9989 4.7",
    fix: "Take t=y out when your own mail passes.",
  },
  "mail.dmarc_removed_tag": {
    severity: "notice",
    message: "The tag {subject} was removed from DMARC: receivers of today ignore it.",
    reference: "RFC 9989 9.3",
    fix: "Take it out.",
  },
  "mail.dmarc_pct": {
    severity: "warning",
    message:
      "pct={subject} does not soften the policy any more: receivers of today apply it to all mail, older ones to a part.",
    reference: "RFC 9989 9.3",
    fix: "Take pct out; to test a policy, use t=y.",
  },
  "mail.dmarc_size_suffix": {
    severity: "notice",
    message: "A size behind a report address is obsolete and ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Take it out.",
  },
  "mail.dmarc_unknown_tag": {
    severity: "notice",
    message: "There is no tag {subject}; receivers ignore it.",
    reference: "RFC 9989 4.7",
    fix: "Correct its name, or take it out.",
  },
  "mail.dmarc_tag_case": {
    severity: "notice",
    message: "The tag {subject} has capitals: receivers that tell names apart by case do not know it.",
    reference: "RFC 6376 3.2",
    fix: "Write it in small letters.",
  },
  "mail.dmarc_syntax": {
    severity: "warning",
    message: "A part of the record cannot be read and is ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Write tag=value, with semicolons between, and in ASCII alone: \\194\\160 is a no-break space.",
  },
  "mail.dmarc_duplicate_tag": {
    severity: "error",
    message:
      "The tag {subject} is there twice: some receivers take the first, some the last, some drop the record.",
    reference: "RFC 6376 3.2",
    fix: "Leave one.",
  },
  "mail.dmarc_value_invalid": {
    severity: "warning",
    message: "A value is none of those there are, so the default counts: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Correct it, or take the tag out.",
  },
  "mail.dmarc_no_reports": {
    severity: "notice",
    message: "The record has no address for reports (rua): you do not see which hosts send as your domain.",
    reference: "RFC 9989 4.7",
    fix: "Add rua=mailto: with an address that reads them.",
  },
  "mail.dmarc_uri_invalid": {
    severity: "warning",
    message: "An address for reports cannot be read, and gets none: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Write it as mailto: and an address.",
  },
  "mail.dmarc_report_unauthorised": {
    severity: "error",
    message: "Reports to {subject} are not sent: that domain does not say that it takes them.",
    reference: "RFC 9990 4",
    fix: "Have its owner publish the record, or name an address of your own.",
  },
  "mail.dmarc_report_diverted": {
    severity: "error",
    message: "{subject} sends reports on to an address of another host, so neither gets any.",
    reference: "RFC 9990 4",
    fix: "Have its owner name an address at the same host, or none.",
  },
  "mail.dmarc_report_no_mail": {
    severity: "warning",
    message: "Reports are lost, since a host that they go to takes no mail. {subject}.",
    reference: "RFC 9990 3.5",
    fix: "Name an address in rua and ruf whose host takes mail.",
  },
  "mail.dmarc_uri_scheme": {
    severity: "warning",
    message:
      "An address for reports is not a mailto: address, and receivers need to support no other: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Name a mailto: address beside it, or in its place.",
  },
  "mail.dmarc_p_not_second": {
    severity: "notice",
    message: "p does not stand behind v: receivers of RFC 7489 may drop the record.",
    reference: "RFC 7489 6.3",
    fix: "Put p second.",
  },
  "mail.dmarc_suffix_without_psd": {
    severity: "warning",
    message:
      "The public suffix {subject} has a record that does not mark it with psd=y: all below it count as one organisation.",
    reference: "RFC 9989 11.8",
    fix: "Publish a record of your own with psd=n.",
  },
  "mail.dmarc_inherited": {
    severity: "info",
    message: "The record that applies is that of {subject}.",
    reference: "RFC 9989 4.10.1",
    fix: null,
  },
  "mail.dmarc_intermediate_ignored": {
    severity: "notice",
    message: "The record at {subject} lies between the domain and its organisation, and applies to neither.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish it at the domain itself, or mark it with psd=n if that is an organisation of its own.",
  },
  "mail.dmarc_differs_7489": {
    severity: "notice",
    message: "Receivers that still follow RFC 7489 apply {subject}.",
    reference: "RFC 9989 C.5.2",
    fix: "See `dmarc.asSeenByRfc7489`. All receivers read a record at the domain itself alike if it has neither pct nor t.",
  },
  "mail.dmarc_reject_without_dkim": {
    severity: "warning",
    message: "The policy rejects, and {subject} has no DKIM key: mail that is forwarded is then lost.",
    reference: "RFC 9989 7.4",
    fix: "Sign your mail with DKIM.",
  },
} as const satisfies FindingTable;
