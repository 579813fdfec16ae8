import { type BimiRecord, readBimiRecord, selectBimi } from "../protocol/bimi/record.ts";
import type { Reason } from "../tool/outcome.ts";
import { type Answer, type Answers, textsOf } from "./answers.ts";

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
 * Looks up the domain's BIMI record or, if there is none, the record of its organizational domain.
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
