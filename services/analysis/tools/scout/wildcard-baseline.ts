import { isIp, parseIp } from "@dnstools/core/protocol/ip";
import type { Reason } from "@dnstools/core/tool/outcome";
import type {
  BaselineObservation,
  BaselineProbe,
  CandidateAnswer,
  CandidateOutcome,
} from "./observations.ts";

/**
 * The wildcard baseline: the answers to queries of one type for random names below one parent. Such names exist only
 * if a wildcard answers for them.
 */
export type WildcardBaseline = {
  /**
   * none: random names do not exist. fixed: all random names get the same answer. rotating: random names get different
   * answers. nodata: random names exist without records of the type. unknown: the kind could not be determined.
   */
  readonly kind: "none" | "fixed" | "rotating" | "nodata" | "unknown";
  /** True if some random names exist and others do not. */
  readonly selective: boolean;
  /** True if some random names exist without records of the type. */
  readonly empty: boolean;
  /** Values in the answers that have no alias. */
  readonly values: ReadonlySet<string>;
  /** Targets of the first alias in each answer (see CandidateAnswer.via). */
  readonly aliases: ReadonlySet<string>;
  /** True if some answers are larger than this API reads, so that they cannot be compared. */
  readonly tooLarge: boolean;
  /**
   * True if a random name gets the same answer when it is queried again. A stable answer then proves nothing about a
   * name.
   */
  readonly steady: boolean;
  readonly ttls: ReadonlySet<number>;
  /** Networks that contain the values: /24 for IPv4, /48 for IPv6. */
  readonly networks: ReadonlySet<string>;
  /** True if signatures prove that the answers come from a wildcard (RFC 4034 3.1.3). */
  readonly signed: boolean;
  /** The DNAME record that redirects random names (RFC 6672); null if there is none. */
  readonly dname: CandidateAnswer["dname"];
  /** True if random names are delegated. */
  readonly delegated: boolean;
  /** Reason of the first failed query; null if none failed. */
  readonly reason: Reason | null;
  readonly probes: number;
  /** True if so few names exist that a third of all names cannot exist by chance. */
  readonly isSure: boolean;
};

/**
 * Number of answered random names from which a baseline is sure: if every third name exists, at least one of 40 exists,
 * except with a probability of 1 to ten million.
 */
const SURE_MIN = 40;
/** Number of random names that are queried before a name counts as existing. Some of the queries may fail. */
export const RANDOM_NAMES = 48;

/**
 * Number of answered names of a search from which they are a sample too, and the largest part of them that may exist.
 * If every third of 100 names exists, at most a tenth of them does with about the same probability.
 */
const SAMPLE_MIN = 100;
const EXISTING_MAX = 0.1;

/**
 * Derives the wildcard baseline from the answers to random names.
 * @param tried answers to the names that were searched for below the same parent. Queries for more random names are
 * not needed if hardly any of them exists.
 */
export function readBaseline(
  { parent, probes }: BaselineObservation,
  tried: readonly CandidateOutcome[] = [],
): WildcardBaseline {
  const answers = probes.flatMap(valuesIn);
  const hits = isMeant(probes) ? answers.filter(hasSomething) : [];
  const nodata = answers.filter((answer) => !answer.denied && !hasSomething(answer));
  // If no random name gets an answer with records, the kind is known only if at least half of the queries were
  // answered.
  const kind =
    hits.length === 0 && answers.length * 2 < probes.length
      ? "unknown"
      : hits.length > 0
        ? new Set(hits.map(keyOf)).size > 1
          ? "rotating"
          : "fixed"
        : nodata.length > 0
          ? "nodata"
          : "none";
  const values = new Set(hits.filter(({ aliases }) => aliases.length === 0).flatMap((hit) => hit.values));
  const depth = parent.split(".").length;
  return {
    kind,
    selective: answers.some(({ denied }) => denied) && answers.some(({ denied }) => !denied),
    empty: nodata.length > 0,
    values,
    aliases: new Set(hits.flatMap(({ via }) => (via === null ? [] : [via]))),
    tooLarge: hits.some(({ tooLarge }) => tooLarge),
    steady: probes.some(
      ({ answer, again }) =>
        again !== null &&
        isSteady(answer, [again]) &&
        answer.kind === "present" &&
        hasSomething(answer.value),
    ),
    ttls: new Set(hits.flatMap(({ ttl }) => (ttl === null ? [] : [ttl]))),
    networks: new Set([...values].map(networkOf).filter((network) => network !== null)),
    signed: hits.some(({ signedLabels }) => signedLabels !== null && signedLabels <= depth),
    dname: hits.find(({ dname }) => dname !== null)?.dname ?? null,
    delegated: hits.some(({ delegated }) => delegated),
    reason: probes.flatMap(({ answer }) => (answer.kind === "unknown" ? [answer.reason] : []))[0] ?? null,
    probes: probes.length,
    isSure: answers.length >= SURE_MIN || isSparse(tried.flatMap(presentIn), kind),
  };
}

/** Returns true if hardly any name has what random names do not have. */
function isSparse(answers: readonly CandidateAnswer[], kind: WildcardBaseline["kind"]): boolean {
  const existing = answers.filter((answer) => (kind === "nodata" ? hasSomething(answer) : !answer.denied));
  return answers.length >= SAMPLE_MIN && existing.length <= answers.length * EXISTING_MAX;
}

/** Returns true if a name seems to exist because random names do not, but too few of those were queried. */
export function isDoubtful({ kind, isSure }: WildcardBaseline, answer: CandidateAnswer): boolean {
  if (isSure || answer.denied) return false;
  return kind === "none" || (kind === "nodata" && hasSomething(answer));
}

/**
 * Returns true if the answers to random names come from a wildcard. A random word may be the name of an existing host,
 * so answers for words alone count only if all words get an answer.
 */
function isMeant(probes: BaselineObservation["probes"]): boolean {
  const isHit = ({ answer }: BaselineProbe) => answer.kind === "present" && hasSomething(answer.value);
  const hits = probes.filter(isHit);
  const words = probes.filter(({ shape }) => shape === "word");
  return hits.some(({ shape }) => shape !== "word") || (words.length > 2 && words.every(isHit));
}

/** Returns true if an answer has records of the type, an alias or a delegation. */
export function hasSomething({ values, aliases, tooLarge, delegated }: CandidateAnswer): boolean {
  return values.length > 0 || aliases.length > 0 || tooLarge || delegated;
}

/** Returns a key that is equal for equal answers. */
function keyOf({ values, via, tooLarge }: CandidateAnswer): string {
  return tooLarge ? "too large" : `${via ?? ""} ${via === null ? values.join() : ""}`;
}

/**
 * Number of consecutive answers with nothing new after which no further batch is queried, and maximum number of
 * batches. If only some random names exist, more are needed, because each may have records of its own.
 */
const ENOUGH = { all: { quiet: 12, batches: 8 }, some: { quiet: 24, batches: 14 } } as const;

/**
 * Returns true if another batch of random names is needed, given that random names get answers at all. In a signed
 * zone, one batch with signatures is needed, because signatures prove a wildcard. Without signatures, batches are
 * needed until they bring nothing new.
 * @param signed true if the zone is signed.
 * @param moving true if answers of the type may vary from name to name. They may in any case if only some names exist.
 */
export function wantsMore(
  batches: readonly BaselineObservation["probes"][],
  signed: boolean,
  moving: boolean,
): boolean {
  const answers = batches.flatMap((batch) => batch.flatMap(valuesIn));
  const hits = answers.filter(hasSomething);
  const isSelective = answers.some(({ denied }) => denied);
  const { quiet, batches: most } = isSelective ? ENOUGH.some : ENOUGH.all;
  if (hits.length === 0 || batches.length >= most) return false;
  if (signed && batches.length === 1) return true;
  if (!isSelective) {
    if (!moving) return false;
    // If a signature proves the wildcard, no further batch is needed.
    const last = (batches.at(-1) ?? []).flatMap(valuesIn).filter(hasSomething);
    if (last.length > 0 && last.every(({ signedLabels }) => signedLabels !== null)) return false;
  }
  const before = new Set(hits.slice(0, -quiet).map(keyOf));
  return before.size === 0 || hits.slice(-quiet).some((hit) => !before.has(keyOf(hit)));
}

function valuesIn({ answer }: BaselineProbe): CandidateAnswer[] {
  return presentIn(answer);
}

/** Returns the answer of an outcome as a list, which is empty if the query failed. */
export function presentIn(outcome: CandidateOutcome): CandidateAnswer[] {
  return outcome.kind === "present" ? [outcome.value] : [];
}

/** Proofs that a name exists and was not synthesized from a wildcard. */
export type ExistenceProof = "no_wildcard" | "signature" | "other_answer" | "other_ttl" | "other_types";

/**
 * Compares a name's answer with the wildcard baseline.
 * @param again answers to repeated queries for the name.
 * @returns a proof that the name exists; `wildcard` if the answer provably comes from a wildcard; `same` if the name
 * cannot be distinguished from random names; `none` for NXDOMAIN; `unknown` if there is no answer.
 */
export function compare(
  answer: CandidateOutcome,
  again: readonly CandidateOutcome[],
  baseline: WildcardBaseline,
  name: string,
): ExistenceProof | "wildcard" | "same" | "none" | "unknown" {
  if (answer.kind !== "present") return "unknown";
  const { value } = answer;
  if (value.denied) return "none";
  // No names exist below a DNAME record (RFC 6672 2.4).
  if (value.dname !== null) return "wildcard";
  if (baseline.kind === "unknown" || isDoubtful(baseline, value)) return "same";
  if (baseline.kind === "none") return "no_wildcard";
  // If random names get records from the wildcard, a name without records must exist.
  if (!hasSomething(value)) return baseline.empty ? "same" : "other_answer";
  if (value.delegated) return baseline.delegated ? "same" : "other_answer";
  if (baseline.kind === "nodata") return "other_answer";
  if (value.signedLabels !== null && value.signedLabels < name.split(".").length) return "wildcard";
  // Some servers sign synthesized answers in the same way as a name's own records; at such servers, a signature proves
  // nothing.
  if (value.signedLabels !== null && baseline.signed) return "signature";
  if (value.tooLarge) return "same";
  if (baseline.tooLarge) return "same";
  const steady = baseline.kind === "fixed" || (!baseline.steady && isSteady(answer, again));
  if (value.via !== null) {
    if (leadsAlike(value, baseline)) return sameBut(value, baseline);
    return steady ? "other_answer" : "same";
  }
  if (value.values.some((one) => baseline.values.has(one))) return sameBut(value, baseline);
  return steady && !(baseline.kind === "rotating" && isNear(value, baseline)) ? "other_answer" : "same";
}

/**
 * Returns true if an alias has the same target as the aliases of random names, or a target synthesized by the same
 * rule.
 */
function leadsAlike({ via, aliases }: CandidateAnswer, baseline: WildcardBaseline): boolean {
  return [via, aliases[0]].some((one) => typeof one === "string" && baseline.aliases.has(one));
}

/**
 * Returns the verdict on an answer that equals the baseline except for its TTL, if at all. A different TTL means a
 * different record, because authoritative servers do not count TTLs down.
 */
function sameBut({ ttl }: CandidateAnswer, { ttls, kind }: WildcardBaseline): ExistenceProof | "same" {
  return kind === "fixed" && ttls.size === 1 && ttl !== null && !ttls.has(ttl) ? "other_ttl" : "same";
}

/**
 * Returns true if equal answers to repeated queries can prove that a name exists, because the answers to random names
 * vary.
 */
export function mayBeSteady(value: CandidateAnswer, baseline: WildcardBaseline): boolean {
  if (baseline.kind !== "rotating" || baseline.steady) return false;
  if (!hasSomething(value) || value.tooLarge || value.delegated) return false;
  return value.via === null ? !isNear(value, baseline) : !leadsAlike(value, baseline);
}

/** Returns true if all answers to the repeated queries are equal to the first answer. */
export function isSteady(answer: CandidateOutcome, again: readonly CandidateOutcome[]): boolean {
  if (answer.kind !== "present" || again.length === 0) return false;
  const key = keyOf(answer.value);
  return again.every((one) => one.kind === "present" && keyOf(one.value) === key);
}

function isNear({ values }: CandidateAnswer, baseline: WildcardBaseline): boolean {
  return values.some((one) => baseline.values.has(one) || baseline.networks.has(networkOf(one) ?? ""));
}

function networkOf(address: string): string | null {
  const bytes = isIp(address) ? (parseIp(address) ?? []) : [];
  return bytes.length === 0 ? null : bytes.slice(0, bytes.length === 4 ? 3 : 6).join(".");
}
