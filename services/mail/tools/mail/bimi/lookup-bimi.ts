import {
  type BimiLocation,
  type BimiRecord,
  readBimiRecord,
  selectBimi,
} from "@dnstools/core/protocol/bimi/record";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Answers, textsOf } from "../answers.ts";
import type { FileObservation } from "../observations.ts";

/** The lookup at one name: the answer, its BIMI records, and texts that only look like BIMI records. */
export type BimiNameLookup = {
  readonly name: string;
  readonly answer: Answer<"TXT">;
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
};

/** The lookup of a domain's BIMI record, and of the files that the record names. */
export type BimiLookup = {
  /** Lookups at the domain and, if the domain has no BIMI record, at its organizational domain. */
  readonly names: readonly BimiNameLookup[];
  /**
   * Why the organizational domain, whose record has to be looked up next, is unknown; null if the organizational
   * domain is known or not needed.
   */
  readonly halfKnown: Reason | null;
  /** The parsed BIMI record; null unless there is exactly one record. */
  readonly record: BimiRecord | null;
  /** Outcome of fetching the logo; null if the record names no logo. */
  readonly logo: Outcome<FileObservation> | null;
  /** Outcome of fetching the evidence document; null if the record names no evidence document. */
  readonly evidence: Outcome<FileObservation> | null;
};

/**
 * Maximum size of a fetched file, in bytes. A logo should have at most 32 KB; an evidence document adds certificates.
 */
const BYTES_MAX = 524_288;

/**
 * Looks up the domain's BIMI record or, if there is none, the record of its organizational domain, and the files that
 * the record names.
 * @param orgDomain the organizational domain; null while it is unknown.
 * @param orgReason why the organizational domain is unknown.
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
