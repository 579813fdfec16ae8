import { printable } from "../harmless.ts";
import { readStsRecord, STS_VERSION } from "../protocol/mail/mta-sts.ts";
import { type Selected, selectRecords } from "../protocol/mail/versioned-record.ts";
import type { FindingTable } from "../tool/finding.ts";
import { type Answer, type Answers, textsOf } from "./answers.ts";
import type { Findings } from "./section.ts";

/** The lookup of a domain's MTA-STS record. */
export type StsRecordLookup = { readonly txt: Answer<"TXT">; readonly selected: Selected };

/** Looks up the MTA-STS record of a domain (RFC 8461 3.1). */
export function lookUpStsRecord(answers: Answers, domain: string): StsRecordLookup {
  const txt = answers.dns(`_mta-sts.${domain}`, "TXT");
  return { txt, selected: selectRecords(textsOf(txt), STS_VERSION) };
}

/** Example of an MTA-STS record, shown on the pages about findings. */
export const STS_RECORD = '_mta-sts.example.com. 3600 IN TXT "v=STSv1; id=20261123T120000"';
/** Beginning of the sentence that explains how an MTA-STS finding is detected. */
export const STS_ASKED = "The resolver is asked for the TXT records at _mta-sts below the domain:";

/** Findings about the MTA-STS record itself. */
export const STS_RECORD_FINDINGS = {
  "mail.mta_sts_several": {
    severity: "error",
    message: "There is more than one MTA-STS record, so senders use none of them.",
    reference: "RFC 8461 3.1",
    fix: "Keep exactly one record.",
    meaning: "Senders treat several records as if there were none, so the policy has no effect.",
    found: `${STS_ASKED} more than one begins with v=STSv1.`,
    record: STS_RECORD,
  },
  "mail.mta_sts_record_invalid": {
    severity: "error",
    message: "The MTA-STS record has a syntax error, so senders use no policy: {subject}.",
    reference: "RFC 8461 3.1",
    fix: "Publish `v=STSv1; id=` followed by 1 to 32 letters and digits.",
    meaning:
      "Senders ignore a record that they cannot parse, and do not fetch the policy. TLS is not enforced.",
    found: `${STS_ASKED} the record is parsed according to the grammar of RFC 8461 3.1.`,
    record: STS_RECORD,
  },
  "mail.mta_sts_near_miss": {
    severity: "warning",
    message: "A text looks like an MTA-STS record, but some or all senders ignore it: {subject}",
    reference: "RFC 8461 3.1",
    fix: "Remove the text, or begin the only record with exactly `v=STSv1;`.",
    meaning: "The text was probably meant as an MTA-STS record, but does not begin exactly like one.",
    found: `${STS_ASKED} a text resembles a record but lacks its exact beginning.`,
    record: STS_RECORD,
  },
} as const satisfies FindingTable;

/** Adds the findings about the MTA-STS record. @returns the id of the record; null unless there is exactly one. */
export function addStsRecordFindings(
  { selected }: StsRecordLookup,
  add: Findings<typeof STS_RECORD_FINDINGS>["add"],
): string | null {
  const [first, second] = selected.records;
  for (const text of selected.nearMisses)
    if (first !== undefined) add("mail.mta_sts_near_miss", printable(text, 100));
    else add("mail.mta_sts_record_invalid", `"${printable(text, 100)}" does not begin v=STSv1;`);
  if (second !== undefined) add("mail.mta_sts_several");
  if (first === undefined || second !== undefined) return null;
  const { id, problems } = readStsRecord(first);
  for (const problem of problems) add("mail.mta_sts_record_invalid", problem);
  return id;
}
