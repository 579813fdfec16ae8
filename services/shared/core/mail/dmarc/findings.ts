import type { FindingTable } from "../../tool/finding.ts";
import { ASKED, RECORD } from "./finding-texts.ts";
import { DMARC_REPORT_FINDINGS } from "./findings-reports.ts";

const MONITOR = '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com;"';
const REJECT = '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject;"';

/**
 * Findings about DMARC. Sources: RFC 9989 and RFC 9990 (May 2026), as summarized in the project's rule sheet of
 * 2026-11-20.
 */
export const DMARC_FINDINGS = {
  ...DMARC_REPORT_FINDINGS,
  "mail.dmarc_missing": {
    severity: "error",
    message:
      "No DMARC policy applies to {subject}: no record asks receivers to refuse mail that forges the domain.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish a record with p=none and rua, read the reports, and then set a stricter policy.",
    meaning:
      "Anyone can send mail with the domain in its From line, and receivers treat it like any other mail. Large receivers also refuse bulk mail from a domain without DMARC.",
    found: `${ASKED} no record applies.`,
    record: MONITOR,
  },
  "mail.dmarc_missing_parked": {
    severity: "warning",
    message:
      "Nothing shows that {subject} sends mail, and no DMARC record asks receivers to reject mail in its name.",
    reference: "RFC 9989 4.10.1",
    fix: "If the domain really sends no mail, publish `v=DMARC1; p=reject;`.",
    meaning:
      "Domains that send no mail are attractive to forgers. One short record makes receivers reject all mail in the domain's name, and since you send none, nothing is lost.",
    found: `${ASKED} no record applies, and MX, SPF and DKIM show no sender.`,
    record: REJECT,
  },
  "mail.dmarc_several": {
    severity: "error",
    message: "{subject} has more than one DMARC record, so receivers ignore all of them.",
    reference: "RFC 9989 4.10",
    fix: "Keep exactly one record.",
    meaning:
      "Receivers do not choose between two records. The domain has no DMARC protection until only one is left.",
    found: `${ASKED} at one name, more than one text begins with v=DMARC1.`,
    record: RECORD,
  },
  "mail.dmarc_near_miss": {
    severity: "warning",
    message: "A text looks like a DMARC record, but receivers do not recognise it as one: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Begin the record with exactly v=DMARC1; in capitals, with the semicolon.",
    meaning:
      "The text was probably meant as a DMARC record, but it has no effect, because it does not begin with exactly v=DMARC1.",
    found: `${ASKED} a text resembles a record but lacks its exact beginning.`,
    record: RECORD,
  },
  "mail.dmarc_wrong_name": {
    severity: "warning",
    message: "There is a DMARC record at {subject} itself, where no receiver looks for it.",
    reference: "RFC 9989 4.5",
    fix: "Move the record to _dmarc.{subject}.",
    meaning:
      "Receivers look for the record only at _dmarc below the domain. A record at the domain itself has no effect.",
    found: "The resolver is asked for the TXT records of the domain: one of them begins with v=DMARC1.",
    record: RECORD,
  },
  "mail.dmarc_policy_missing": {
    severity: "warning",
    message: "The record has no tag p: receivers treat it as p=none, and ignore it if it has no rua either.",
    reference: "RFC 9989 4.10.1",
    fix: "Add p=none, p=quarantine or p=reject to the record.",
    meaning: "Without p, the record can only ask for reports. Forged mail is delivered as before.",
    found: `${ASKED} the record that applies does not have the tag p.`,
    record: RECORD,
  },
  "mail.dmarc_policy_invalid": {
    severity: "error",
    message:
      "A policy in the record is invalid ({subject}): receivers then treat all its policies as none, or ignore the record.",
    reference: "RFC 9989 4.10.1",
    fix: "Set the policy to none, quarantine or reject.",
    meaning: "A misspelt policy switches the protection off, although the record seems to switch it on.",
    found: `${ASKED} p, sp or np of the record that applies has an invalid value.`,
    record: RECORD,
  },
  "mail.dmarc_monitoring": {
    severity: "warning",
    message: "The policy is none: mail that forges {subject} is delivered as before.",
    reference: "RFC 9989 5.4",
    fix: "When reports show that your own mail passes, set the policy to quarantine, and later to reject.",
    meaning:
      "p=none is meant for the weeks in which you learn from reports which servers send for the domain. It stops no forged mail.",
    found: `${ASKED} the policy that applies to the domain is none.`,
    record: RECORD,
  },
  "mail.dmarc_subdomains_weaker": {
    severity: "warning",
    message: "Subdomains are less protected than the domain ({subject}), so forgers can use one of them.",
    reference: "RFC 9989 4.7",
    fix: "When reports show that mail from subdomains passes, remove sp and np, or set them to the same policy as p. Change the record of the organizational domain, since a subdomain's own record does not count here.",
    meaning:
      "A forger can use any name below the domain, whether it exists or not, and receivers deliver that mail.",
    found: `${ASKED} the policies for names below the domain (sp, np) are compared with the policy for the domain.`,
    record: REJECT,
  },
  "mail.dmarc_test_mode": {
    severity: "warning",
    message:
      "The test mode (t=y) makes every policy one step weaker; receivers that follow RFC 7489 do not know it.",
    reference: "RFC 9989 4.7",
    fix: "Remove t=y when your own mail passes.",
    meaning:
      "In test mode, reject counts as quarantine, and quarantine as none. More forged mail is delivered than the policy suggests.",
    found: `${ASKED} the record that applies has t=y.`,
    record: RECORD,
  },
  "mail.dmarc_removed_tag": {
    severity: "notice",
    message: "The tag {subject} was removed from DMARC: receivers that follow RFC 9989 ignore it.",
    reference: "RFC 9989 9.3",
    fix: "Remove the tag.",
    meaning: "The tag was part of RFC 7489. It no longer has an effect, and makes the record harder to read.",
    found: `${ASKED} the tags of the record that applies are compared with those of RFC 9989.`,
    record: RECORD,
  },
  "mail.dmarc_pct": {
    severity: "warning",
    message:
      "pct={subject} no longer softens the policy: receivers that follow RFC 9989 apply the policy to all mail, older receivers only to a part.",
    reference: "RFC 9989 9.3",
    fix: "Remove pct; to test a policy, use t=y.",
    meaning:
      "Receivers treat the same mail in different ways. You may lose mail that you expect to be exempt from the policy.",
    found: `${ASKED} the record that applies has pct below 100.`,
    record:
      '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; t=y; rua=mailto:dmarc-reports@example.com;"',
  },
  "mail.dmarc_size_suffix": {
    severity: "notice",
    message: "A size limit after a report address is obsolete and ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Remove the exclamation mark and the size.",
    meaning:
      "Size limits such as !10m were part of RFC 7489. Receivers now send reports of any size, and may fail to parse such an address.",
    found: `${ASKED} an address in rua or ruf has an exclamation mark and a size.`,
    record: RECORD,
  },
  "mail.dmarc_unknown_tag": {
    severity: "notice",
    message: "The tag {subject} is not defined, so receivers ignore it.",
    reference: "RFC 9989 4.7",
    fix: "Correct the name of the tag, or remove the tag.",
    meaning: "Usually this is a misspelt tag, so the intended setting has no effect.",
    found: `${ASKED} the tags of the record that applies are compared with those of RFC 9989 and RFC 7489.`,
    record: RECORD,
  },
  "mail.dmarc_tag_case": {
    severity: "notice",
    message:
      "The tag {subject} has capital letters: receivers that treat tag names as case-sensitive ignore it.",
    reference: "RFC 6376 3.2",
    fix: "Write the tag in lower case.",
    meaning:
      "RFC 9989 takes the rules for tags from DKIM, where case matters. Some receivers ignore the tag and its value.",
    found: `${ASKED} the case of the tags in the record that applies is checked.`,
    record: RECORD,
  },
  "mail.dmarc_syntax": {
    severity: "warning",
    message: "A part of the record cannot be parsed and is ignored: {subject}",
    reference: "RFC 9989 4.8",
    fix: "Write tag=value pairs, separated by semicolons and in ASCII only; \\194\\160 is a no-break space.",
    meaning:
      "Receivers skip the part, and some ignore the whole record. A common cause is a no-break space copied from a web page.",
    found: `${ASKED} the record that applies is parsed according to the grammar of RFC 9989 4.8.`,
    record: RECORD,
  },
  "mail.dmarc_duplicate_tag": {
    severity: "error",
    message:
      "The record has the tag {subject} more than once: some receivers use the first, some use the last, and some ignore the record.",
    reference: "RFC 6376 3.2",
    fix: "Remove the repeated tags, so that each tag occurs once.",
    meaning: "Tags must not be repeated. Only some receivers apply the policy that you intended.",
    found: `${ASKED} the tags of the record that applies are counted.`,
    record: RECORD,
  },
  "mail.dmarc_value_invalid": {
    severity: "warning",
    message: "A tag has an invalid value, so its default applies: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Correct the value, or remove the tag.",
    meaning: "Receivers ignore the tag, so the intended setting has no effect.",
    found: `${ASKED} the values of adkim, aspf, fo, psd, t and other tags are compared with those that RFC 9989 allows.`,
    record: RECORD,
  },
  "mail.dmarc_p_not_second": {
    severity: "notice",
    message: "The tag p does not directly follow v: receivers that follow RFC 7489 may ignore the record.",
    reference: "RFC 7489 6.3",
    fix: "Make p the second tag of the record.",
    meaning:
      "RFC 7489 requires p as the second tag, while RFC 9989 allows any order. Receivers that apply the old rule see no policy.",
    found: `${ASKED} the order of the tags of the record that applies is checked.`,
    record: RECORD,
  },
  "mail.dmarc_suffix_without_psd": {
    severity: "warning",
    message:
      "The public suffix {subject} has a DMARC record without psd=y, so all names below it count as one organisation.",
    reference: "RFC 9989 11.8",
    fix: "Publish a record with psd=n at your own domain.",
    meaning:
      "Mail from any other domain below that suffix counts as yours when receivers compare domains, so it passes DMARC for your domain.",
    found: `${ASKED} a name on the public suffix list has a record without psd=y.`,
    record: '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject; psd=n;"',
  },
  "mail.dmarc_inherited": {
    severity: "info",
    message: "The DMARC record of {subject} applies to the domain.",
    reference: "RFC 9989 4.10.1",
    fix: null,
    meaning:
      "The domain has no record of its own, which is usual for a subdomain. The tag sp of that record applies to the domain, or p if there is no sp.",
    found: `${ASKED} the record that applies is at a name above the domain.`,
  },
  "mail.dmarc_intermediate_ignored": {
    severity: "notice",
    message:
      "The record at {subject} is between the domain and its organizational domain, and applies to neither.",
    reference: "RFC 9989 4.10.1",
    fix: "Publish the record at the domain itself, or add psd=n to it if {subject} is an organisation of its own.",
    meaning:
      "Only the domain's own record and that of its organizational domain count. A policy at a name between them has no effect on the domain.",
    found: `${ASKED} a name between the domain and its organizational domain has a record.`,
    record: RECORD,
  },
  "mail.dmarc_differs_7489": {
    severity: "notice",
    message: "Receivers that still follow RFC 7489 apply {subject}.",
    reference: "RFC 9989 C.5.2",
    fix: "See `dmarc.asSeenByRfc7489`. All receivers interpret a record at the domain itself in the same way if it has neither pct nor t.",
    meaning:
      "RFC 9989 determines the organizational domain, and interprets some tags, differently from RFC 7489. Until all receivers follow RFC 9989, the same mail is treated in two ways.",
    found: `${ASKED} the policy is determined by RFC 9989, and by RFC 7489 with the public suffix list.`,
    record: RECORD,
  },
  "mail.dmarc_reject_without_dkim": {
    severity: "warning",
    message: "The policy is reject, and {subject} has no DKIM key, so forwarded mail is lost.",
    reference: "RFC 9989 7.4",
    fix: "Sign your mail with DKIM.",
    meaning:
      "SPF fails when mail is forwarded, because the forwarding server is not one of yours. Without a DKIM signature nothing else can pass, and the mail is rejected.",
    found: `${ASKED} the policy is reject, while the answers for names below _domainkey prove that no key exists.`,
    record: 'mail2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkq..."',
  },
} as const satisfies FindingTable;
