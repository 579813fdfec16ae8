import {
  type BimiLocation,
  type BimiRecord,
  readBimiRecord,
  selectBimi,
} from "@dnstools/core/protocol/bimi/record";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Answers, textsOf } from "../answers.ts";
import type { FileObservation } from "../observations.ts";

/** The lookup at one name: the answer and the records in it. */
export type BimiNameLookup = {
  readonly name: string;
  readonly answer: Answer<"TXT">;
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
};

/** The lookup of a domain's BIMI record, and of the files that it names. */
export type BimiLookup = {
  /** The domain's own name, then that of its organizational domain where the first has no record. */
  readonly names: readonly BimiNameLookup[];
  /** Why the organizational domain, which is the next name to look up, is unknown; null where it is not needed. */
  readonly halfKnown: Reason | null;
  /** Null unless there is exactly one record. */
  readonly record: BimiRecord | null;
  /** Null where the record names no logo. */
  readonly logo: Outcome<FileObservation> | null;
  readonly evidence: Outcome<FileObservation> | null;
};

/** A logo should have at most 32 KB; an evidence document holds a compressed logo and a chain of certificates. */
const BYTES_MAX = 524_288;

/**
 * Asks for the record, at the organizational domain where the domain has none, and for the files that it names.
 * @param orgDomain the organizational domain; null while it is unknown. @param orgReason why it is unknown.
 */
export function lookUpBimi(
  answers: Answers,
  domain: string,
  orgDomain: string | null,
  orgReason: Reason | null = null,
): BimiLookup {
  const own = ask(answers, domain);
  const goesOn = !own.answer.pending && own.answer.outcome.kind !== "unknown" && own.records.length === 0;
  const above = goesOn && orgDomain !== null && orgDomain !== domain ? ask(answers, orgDomain) : null;
  const names = above === null ? [own] : [own, above];
  const [first, second] = (above ?? own).records;
  const record = first === undefined || second !== undefined ? null : readBimiRecord(first);
  const file = (location: BimiLocation | null | undefined) =>
    location?.url ? answers.file(location.url, BYTES_MAX).outcome : null;
  return {
    names,
    halfKnown: goesOn && orgDomain === null ? (orgReason ?? "budget") : null,
    record,
    logo: file(record?.logo),
    evidence: file(record?.evidence),
  };
}

/** Whether a name has a record, or a text that looks like one. */
export function isMeant({ records, nearMisses }: BimiNameLookup): boolean {
  return records.length + nearMisses.length > 0;
}

/** Asks for the record of the selector that receivers use where a message names none. */
function ask(answers: Answers, domain: string): BimiNameLookup {
  const name = `default._bimi.${domain}`;
  const answer = answers.dns(name, "TXT");
  return { name, answer, ...selectBimi(textsOf(answer)) };
}
