import { present, unknown } from "@dnstools/core/tool/outcome";
import { NOTHING } from "../candidate-answer.ts";
import type {
  BaselineObservation,
  CandidateAnswer,
  CandidateOutcome,
  CandidateType,
  NameObservation,
} from "../observations.ts";

/** Answers to guesses, as cases write them. */
export const DENIED: CandidateOutcome = present({ ...NOTHING, denied: true });
export const NODATA: CandidateOutcome = present(NOTHING);
export const TOO_LARGE: CandidateOutcome = present({ ...NOTHING, tooLarge: true });
export const DELEGATED: CandidateOutcome = present({ ...NOTHING, delegated: true });
export const SILENT: CandidateOutcome = unknown("timeout");

/** Addresses, with a TTL of 300 where nothing else is said. */
export function values(list: string, more: Partial<CandidateAnswer> = {}): CandidateOutcome {
  const all = list.split(" ");
  return present({ ...NOTHING, ttl: 300, values: all, total: all.length, ...more });
}

/** @param via the same for all names that one rule leads on. */
export function alias(target: string, via = target): CandidateOutcome {
  return present({ ...NOTHING, ttl: 300, aliases: [target], end: target, via });
}

export function baseline(type: CandidateType, ...answers: readonly CandidateOutcome[]): BaselineObservation {
  const probes = answers.map((answer, i) => ({ label: `random${i}`, shape: "hex", answer, again: null }));
  return { parent: "example.com", type, probes };
}

export function nameSeen(
  answers: NameObservation["answers"],
  again: readonly CandidateOutcome[] = [],
): NameObservation {
  return { name: "www.example.com", parent: "example.com", answers, again };
}
