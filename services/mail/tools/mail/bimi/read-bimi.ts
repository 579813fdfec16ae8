import {
  type BimiLocation,
  type BimiRecord,
  readBimiRecord,
  selectBimi,
} from "@dnstools/core/protocol/bimi/record";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Known, textsOf } from "../known.ts";
import type { FileObservation } from "../observations.ts";

/** What was asked for at one name. */
type BimiAnswer = {
  readonly name: string;
  readonly answer: Answer<"TXT">;
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
};

/** What is known of a domain's BIMI. */
export type BimiReading = {
  /** The domain's own name, then that of its organisational domain, where nothing is at the first. */
  readonly answers: readonly BimiAnswer[];
  /** Why the organisational domain, which would have been asked about, is not known; null where it is not needed. */
  readonly halfKnown: Reason | null;
  /** Null where there is not exactly one. */
  readonly record: BimiRecord | null;
  /** Null where there is none to be asked for. */
  readonly logo: Outcome<FileObservation> | null;
  readonly evidence: Outcome<FileObservation> | null;
};

/** Logos should have 32 KB; certificates hold a packed one, and come with others. */
const BYTES_MAX = 524_288;

/**
 * Asks for the record, at the organisational domain where the domain has none, and for what it names.
 * @param orgDomain null while it is not known. @param orgReason why it could not be found out.
 */
export function readBimi(
  known: Known,
  domain: string,
  orgDomain: string | null,
  orgReason: Reason | null = null,
): BimiReading {
  const own = ask(known, domain);
  const goesOn = !own.answer.pending && own.answer.outcome.kind !== "unknown" && own.records.length === 0;
  const above = goesOn && orgDomain !== null && orgDomain !== domain ? ask(known, orgDomain) : null;
  const answers = above === null ? [own] : [own, above];
  const [first, second] = (above ?? own).records;
  const record = first === undefined || second !== undefined ? null : readBimiRecord(first);
  const file = (location: BimiLocation | null | undefined) =>
    location?.url ? known.file(location.url, BYTES_MAX).outcome : null;
  return {
    answers,
    halfKnown: goesOn && orgDomain === null ? (orgReason ?? "budget") : null,
    record,
    logo: file(record?.logo),
    evidence: file(record?.evidence),
  };
}

/** The selector that is used where a message names none. */
function ask(known: Known, domain: string): BimiAnswer {
  const name = `default._bimi.${domain}`;
  const answer = known.dns(name, "TXT");
  return { name, answer, ...selectBimi(textsOf(answer)) };
}
