import type { FindingTable } from "@dnstools/core/tool/finding";
import { ASKED, RECORD } from "./finding-texts.ts";
import { DMARC_REPORT_FINDINGS } from "./findings-reports.ts";

const MONITOR = '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com;"';
const REJECT = '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject;"';

/** The findings on DMARC. Source: RFC 9989 and RFC 9990 (May 2026), by the project's rule sheet of 2026-11-20. */
export const DMARC_FINDINGS = {
  ...DMARC_REPORT_FINDINGS,
  "mail.dmarc_missing": {
    severity: "error",
    message: "No DMARC policy applies to {subject}: no record asks receivers to refuse mail that forges it.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish a record with p=none and rua, read the reports, and then ask for more.",
    meaning:
      "Anyone can send mail with the domain in its From line, and receivers treat it like other mail. Large receivers also refuse bulk mail of a domain without DMARC.",
    found: `${ASKED} none of them has a record that applies.`,
    record: MONITOR,
  },
  "mail.dmarc_missing_parked": {
    severity: "warning",
    message:
      "Nothing shows that {subject} sends mail, and no DMARC record asks receivers to reject mail in its name.",
    reference: "RFC 9989 4.10.1",
    fix: "If it really sends no mail, publish `v=DMARC1; p=reject;`.",
    meaning:
      "Forgers like domains that send no mail. With one short record receivers reject all mail in the domain's name, and no mail of yours can be lost by it.",
    found: `${ASKED} none of them has a record that applies, and MX, SPF and DKIM show no sender.`,
    record: REJECT,
  },
  "mail.dmarc_several": {
    severity: "error",
    message: "There is more than one DMARC record at {subject}: receivers drop all of them.",
    reference: "RFC 9989 4.10",
    fix: "Leave one.",
    meaning:
      "Receivers do not choose between two records. The domain has no DMARC protection until one is left.",
    found: `${ASKED} one of the names has more than one text that begins with v=DMARC1.`,
    record: RECORD,
  },
  "mail.dmarc_near_miss": {
    severity: "warning",
    message: "A text looks like a DMARC record, but receivers do not take it for one: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Begin the record with exactly v=DMARC1; in capitals, with the semicolon.",
    meaning:
      "The text was meant as a DMARC record and has no effect: it does not begin with exactly v=DMARC1.",
    found: `${ASKED} a text resembles a record without its exact beginning.`,
    record: RECORD,
  },
  "mail.dmarc_wrong_name": {
    severity: "warning",
    message: "A DMARC record is at {subject} itself, where no receiver looks for it.",
    reference: "RFC 9989 4.5",
    fix: "Publish it at _dmarc.{subject}, and remove it from {subject}.",
    meaning: "Receivers ask at _dmarc below the domain alone. The record has no effect where it is.",
    found: "The resolver is asked for the TXT records of the domain: one of them begins with v=DMARC1.",
    record: RECORD,
  },
  "mail.dmarc_policy_missing": {
    severity: "warning",
    message:
      "The record has no p: receivers take it for p=none, and ignore the record if it has no rua either.",
    reference: "RFC 9989 4.10.1",
    fix: "Write p=none, p=quarantine or p=reject into it.",
    meaning: "Without p the record asks for reports at most. Forged mail is delivered as before.",
    found: `${ASKED} the record that applies has no tag p.`,
    record: RECORD,
  },
  "mail.dmarc_policy_invalid": {
    severity: "error",
    message:
      "A policy cannot be read ({subject}): receivers then take all policies of the record for none, or drop it.",
    reference: "RFC 9989 4.10.1",
    fix: "Write none, quarantine or reject.",
    meaning: "A misspelt policy switches the protection off, although the record looks as if there were one.",
    found: `${ASKED} p, sp or np of the record that applies has another value.`,
    record: RECORD,
  },
  "mail.dmarc_monitoring": {
    severity: "warning",
    message: "The policy is none: mail that forges {subject} is delivered as before.",
    reference: "RFC 9989 5.4",
    fix: "When reports show that your own mail passes, ask for quarantine, and later for reject.",
    meaning:
      "p=none is for the weeks in which you learn from reports which servers send for the domain. It keeps no forged mail away.",
    found: `${ASKED} the policy that applies to the domain is none.`,
    record: RECORD,
  },
  "mail.dmarc_subdomains_weaker": {
    severity: "warning",
    message: "Subdomains are less protected than the domain ({subject}): a forger uses one of them.",
    reference: "RFC 9989 4.7",
    fix: "When reports show that mail of subdomains passes, leave sp and np out, or give them the same policy as p; the organisation's record counts, not that of a subdomain.",
    meaning:
      "A forger picks any name below the domain, whether it exists or not, and receivers deliver that mail.",
    found: `${ASKED} the policies for names below the domain (sp, np) are compared with the policy for the domain.`,
    record: REJECT,
  },
  "mail.dmarc_test_mode": {
    severity: "warning",
    message: "t=y makes every policy one step weaker; receivers of RFC 7489 do not know it.",
    reference: "RFC 9989 4.7",
    fix: "Take t=y out when your own mail passes.",
    meaning:
      "In test mode reject counts as quarantine, and quarantine as none. Forged mail reaches more readers than the policy says.",
    found: `${ASKED} the record that applies has t=y.`,
    record: RECORD,
  },
  "mail.dmarc_removed_tag": {
    severity: "notice",
    message: "The tag {subject} was removed from DMARC: receivers of RFC 9989 ignore it.",
    reference: "RFC 9989 9.3",
    fix: "Take it out.",
    meaning: "The tag was part of RFC 7489. It has no effect any more, and makes the record harder to read.",
    found: `${ASKED} the tags of the record that applies are compared with those of RFC 9989.`,
    record: RECORD,
  },
  "mail.dmarc_pct": {
    severity: "warning",
    message:
      "pct={subject} does not soften the policy any more: receivers of RFC 9989 apply it to all mail, older ones to a part.",
    reference: "RFC 9989 9.3",
    fix: "Take pct out; to test a policy, use t=y.",
    meaning:
      "Receivers now treat the same mail in different ways. You may lose mail that you believe to be spared.",
    found: `${ASKED} the record that applies has pct below 100.`,
    record:
      '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; t=y; rua=mailto:dmarc-reports@example.com;"',
  },
  "mail.dmarc_size_suffix": {
    severity: "notice",
    message: "A size behind a report address is obsolete and ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Take the exclamation mark and the size out.",
    meaning:
      "Sizes such as !10m were part of RFC 7489. Reports come in any size; a receiver may fail to read the address.",
    found: `${ASKED} an address in rua or ruf has an exclamation mark and a size.`,
    record: RECORD,
  },
  "mail.dmarc_unknown_tag": {
    severity: "notice",
    message: "There is no tag {subject}; receivers ignore it.",
    reference: "RFC 9989 4.7",
    fix: "Correct its name, or take it out.",
    meaning: "Mostly it is a misspelt tag, and what it should say has no effect.",
    found: `${ASKED} the tags of the record that applies are compared with those of RFC 9989 and RFC 7489.`,
    record: RECORD,
  },
  "mail.dmarc_tag_case": {
    severity: "notice",
    message: "The tag {subject} has capitals: receivers that tell names apart by case do not know it.",
    reference: "RFC 6376 3.2",
    fix: "Write it in small letters.",
    meaning:
      "RFC 9989 takes the rules for tags from DKIM, where case matters. Some receivers ignore the tag, and what it says.",
    found: `${ASKED} the tags of the record that applies are compared by case.`,
    record: RECORD,
  },
  "mail.dmarc_syntax": {
    severity: "warning",
    message: "A part of the record cannot be read and is ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Write tag=value, with semicolons between, and in ASCII alone: \\194\\160 is a no-break space.",
    meaning:
      "Receivers skip the part, and some drop the whole record. A no-break space from a web page is a usual cause.",
    found: `${ASKED} the record that applies is read by the grammar of RFC 9989 4.8.`,
    record: RECORD,
  },
  "mail.dmarc_duplicate_tag": {
    severity: "error",
    message:
      "The record has the tag {subject} twice: some receivers take the first, some the last, some drop the record.",
    reference: "RFC 6376 3.2",
    fix: "Leave one of the two.",
    meaning: "Tags must not be repeated. The policy that you meant counts at some receivers alone.",
    found: `${ASKED} the tags of the record that applies are counted.`,
    record: RECORD,
  },
  "mail.dmarc_value_invalid": {
    severity: "warning",
    message: "A tag has a value that is not defined, so the default counts: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Correct the value, or take the tag out.",
    meaning: "Receivers ignore the tag. What you meant to say with it has no effect.",
    found: `${ASKED} the values of adkim, aspf, fo, psd, t and other tags are compared with those that RFC 9989 allows.`,
    record: RECORD,
  },
  "mail.dmarc_p_not_second": {
    severity: "notice",
    message: "p does not stand directly after v: receivers of RFC 7489 may drop the record.",
    reference: "RFC 7489 6.3",
    fix: "Put p second.",
    meaning:
      "The old standard wants p as the second tag; the new one takes any order. Receivers with the old rule see no policy.",
    found: `${ASKED} the order of the tags of the record that applies is checked.`,
    record: RECORD,
  },
  "mail.dmarc_suffix_without_psd": {
    severity: "warning",
    message:
      "The public suffix {subject} has a record that does not mark it with psd=y: all names below it count as one organisation.",
    reference: "RFC 9989 11.8",
    fix: "Publish a record of your own with psd=n.",
    meaning:
      "Mail of any other domain below that suffix counts as yours when receivers compare domains. It passes DMARC for your domain.",
    found: `${ASKED} a record is at a name of the public suffix list, and has no psd=y.`,
    record: '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject; psd=n;"',
  },
  "mail.dmarc_inherited": {
    severity: "info",
    message: "The record that applies is that of {subject}.",
    reference: "RFC 9989 4.10.1",
    fix: null,
    meaning:
      "The domain has no record of its own, which is usual for a subdomain. sp of the record above applies, or else p.",
    found: `${ASKED} the first that applies is of a name above the domain.`,
  },
  "mail.dmarc_intermediate_ignored": {
    severity: "notice",
    message: "The record at {subject} lies between the domain and its organisation, and applies to neither.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish it at the domain itself, or mark it with psd=n if that name is an organisation of its own.",
    meaning:
      "Only the domain's own record and that of its organisation count. A policy at a name between them has no effect on the domain.",
    found: `${ASKED} one of the names between the domain and its organisation has a record.`,
    record: RECORD,
  },
  "mail.dmarc_differs_7489": {
    severity: "notice",
    message: "Receivers that still follow RFC 7489 apply {subject}.",
    reference: "RFC 9989 C.5.2",
    fix: "See `dmarc.asSeenByRfc7489`. All receivers read a record at the domain itself alike if it has neither pct nor t.",
    meaning:
      "The new standard finds the organisation, and reads some tags, in another way. Until all receivers follow it, they treat the same mail in two ways.",
    found: `${ASKED} the policy is worked out by RFC 9989, and by RFC 7489 with the public suffix list.`,
    record: RECORD,
  },
  "mail.dmarc_reject_without_dkim": {
    severity: "warning",
    message: "The policy rejects, and {subject} has no DKIM key: mail that is forwarded is then lost.",
    reference: "RFC 9989 7.4",
    fix: "Sign your mail with DKIM.",
    meaning:
      "SPF fails when a mail is forwarded, since the forwarder's address is not yours. Without a DKIM signature nothing else can pass, and the mail is rejected.",
    found: `${ASKED} its policy is reject, while the resolver answers NXDOMAIN for _domainkey.`,
    record: 'mail2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkq..."',
  },
} as const satisfies FindingTable;
