import { printable } from "../harmless.ts";
import { type BimiRecord, readBimiRecord, selectBimi } from "../protocol/bimi/record.ts";
import type { FindingTable } from "../tool/finding.ts";
import type { Reason } from "../tool/outcome.ts";
import { type Answer, type Answers, textsOf } from "./answers.ts";
import type { Findings } from "./section.ts";

/** The lookup at one name: the answer, its BIMI records, and texts that only look like BIMI records. */
export type BimiNameLookup = {
  readonly name: string;
  readonly answer: Answer<"TXT">;
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
};

/** The lookup of a domain's BIMI record. */
export type BimiRecordLookup = {
  /** Lookups at the domain and, if the domain has no BIMI record, at its organizational domain. */
  readonly names: readonly BimiNameLookup[];
  /**
   * Why the organizational domain, whose record has to be looked up next, is unknown; null if the organizational
   * domain is known or not needed.
   */
  readonly halfKnown: Reason | null;
  /** The parsed BIMI record; null unless there is exactly one record. */
  readonly record: BimiRecord | null;
};

/**
 * Looks up the domain's BIMI record. Without one, the record of the organizational domain applies.
 * @param orgDomain the organizational domain; null while it is unknown.
 * @param orgReason why the organizational domain is unknown.
 */
export function lookUpBimiRecord(
  answers: Answers,
  domain: string,
  orgDomain: string | null,
  orgReason: Reason | null,
): BimiRecordLookup {
  const own = ask(answers, domain);
  const goesOn = !own.answer.pending && own.answer.outcome.kind !== "unknown" && own.records.length === 0;
  const above = goesOn && orgDomain !== null && orgDomain !== domain ? ask(answers, orgDomain) : null;
  const [first, second] = (above ?? own).records;
  return {
    names: above === null ? [own] : [own, above],
    halfKnown: goesOn && orgDomain === null ? (orgReason ?? "budget") : null,
    record: first === undefined || second !== undefined ? null : readBimiRecord(first),
  };
}

/** Returns true if a name has a BIMI record, or a text that looks like one. */
export function isMeant({ records, nearMisses }: BimiNameLookup): boolean {
  return records.length + nearMisses.length > 0;
}

/** Looks up the BIMI record of the default selector, which receivers use if a message names no selector. */
function ask(answers: Answers, domain: string): BimiNameLookup {
  const name = `default._bimi.${domain}`;
  const answer = answers.dns(name, "TXT");
  return { name, answer, ...selectBimi(textsOf(answer)) };
}

/** The draft that defines BIMI records. */
export const BIMI_DRAFT = "draft-brand-indicators-for-message-identification";
/** Example of a BIMI record, shown on the pages about findings. */
export const BIMI_RECORD =
  'default._bimi.example.com. 3600 IN TXT "v=BIMI1; l=https://www.example.com/logo.svg; a=https://www.example.com/mark.pem"';
/** Beginning of the sentence that explains how a BIMI finding is detected. */
export const BIMI_ASKED =
  "The resolver is asked for the TXT records at default._bimi below the domain, then below its organizational domain:";

/** Findings about the BIMI record itself. */
export const BIMI_RECORD_FINDINGS = {
  "mail.bimi_several": {
    severity: "error",
    message: "There is more than one BIMI record, so receivers use none of them.",
    reference: BIMI_DRAFT,
    fix: "Keep exactly one record.",
    meaning: "Receivers do not choose between two records. No logo is shown.",
    found: `${BIMI_ASKED} a name has more than one record that begins with v=BIMI1.`,
    record: BIMI_RECORD,
  },
  "mail.bimi_invalid": {
    severity: "error",
    message: "Receivers cannot use the BIMI record: {subject}.",
    reference: BIMI_DRAFT,
    fix: "Publish `v=BIMI1; l=` with the https URL of the logo, followed by `; a=` with the https URL of its certificate.",
    meaning: "Receivers ignore a record that they cannot parse. No logo is shown.",
    found: `${BIMI_ASKED} the record's tags and URLs are parsed.`,
    record: BIMI_RECORD,
  },
} as const satisfies FindingTable;

/** Adds the findings about the BIMI record. */
export function addBimiRecordFindings(
  { names, record }: BimiRecordLookup,
  add: Findings<typeof BIMI_RECORD_FINDINGS>["add"],
): void {
  for (const { nearMisses } of names)
    for (const text of nearMisses)
      add("mail.bimi_invalid", `"${printable(text, 50)}" does not begin v=BIMI1;`);
  if ((names.at(-1)?.records.length ?? 0) > 1) add("mail.bimi_several");
  for (const problem of record?.problems ?? []) add("mail.bimi_invalid", problem);
}
