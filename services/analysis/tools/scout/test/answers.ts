import { present, unknown } from "@dnstools/core/tool/outcome";
import { NOTHING } from "../candidate-answer.ts";
import type {
  BaselineObservation,
  BaselineProbe,
  CandidateAnswer,
  CandidateOutcome,
  CandidateType,
  NameObservation,
} from "../observations.ts";
import { RANDOM_NAMES } from "../wildcard-baseline.ts";

/** NXDOMAIN for a candidate name. */
export const DENIED: CandidateOutcome = present({ ...NOTHING, denied: true });
/** NOERROR without records. */
export const NODATA: CandidateOutcome = present(NOTHING);
/** An answer that is too large to read. */
export const TOO_LARGE: CandidateOutcome = present({ ...NOTHING, tooLarge: true });
/** A referral to another zone. */
export const DELEGATED: CandidateOutcome = present({ ...NOTHING, delegated: true });
/** The outcome if no answer arrives in time. */
export const SILENT: CandidateOutcome = unknown("timeout");

/** Creates an answer with the given values, which are separated by spaces in `list`. The default TTL is 300. */
export function values(list: string, more: Partial<CandidateAnswer> = {}): CandidateOutcome {
  const all = list.split(" ");
  return present({ ...NOTHING, ttl: 300, values: all, total: all.length, ...more });
}

/**
 * Creates an answer with an alias.
 * @param via the target with `*`; equal for all aliases that one rule synthesizes.
 */
export function alias(target: string, via = target): CandidateOutcome {
  return present({ ...NOTHING, ttl: 300, aliases: [target], end: target, via });
}

/**
 * Creates the wildcard baseline below example.com from these answers to random names. Each answer counts several times,
 * so that there are enough answers.
 */
export function baseline(type: CandidateType, ...answers: readonly CandidateOutcome[]): BaselineObservation {
  const enough = Array.from({ length: RANDOM_NAMES }, (_, i) => answers[i % answers.length] ?? SILENT);
  return { parent: "example.com", type, probes: enough.map(probeOf) };
}

/** Creates the query for a random name, with this answer. */
export function probeOf(answer: CandidateOutcome, i: number): BaselineProbe {
  return { label: `random${i}`, shape: "hex", answer, again: null };
}

/** Creates an observation of the name www.example.com. */
export function nameSeen(
  answers: NameObservation["answers"],
  again: readonly CandidateOutcome[] = [],
): NameObservation {
  return { name: "www.example.com", parent: "example.com", answers, again };
}
