import { present, unknown } from "@dnstools/core/tool/outcome";
import type { GuessAnswer, Guessed, GuessType, LevelObservation, NameObservation } from "../observations.ts";
import { NOTHING } from "../read-guess.ts";

/** Answers to guesses, as cases write them. */
export const DENIED: Guessed = present({ ...NOTHING, denied: true });
export const NODATA: Guessed = present(NOTHING);
export const TOO_LARGE: Guessed = present({ ...NOTHING, tooLarge: true });
export const DELEGATED: Guessed = present({ ...NOTHING, delegated: true });
export const SILENT: Guessed = unknown("timeout");

/** Addresses, with a TTL of 300 where nothing else is said. */
export function values(list: string, more: Partial<GuessAnswer> = {}): Guessed {
  const all = list.split(" ");
  return present({ ...NOTHING, ttl: 300, values: all, total: all.length, ...more });
}

/** @param via the same for all names that one rule leads on. */
export function alias(target: string, via = target): Guessed {
  return present({ ...NOTHING, ttl: 300, aliases: [target], end: target, via });
}

export function level(type: GuessType, ...answers: readonly Guessed[]): LevelObservation {
  const probes = answers.map((answer, i) => ({ label: `random${i}`, shape: "hex", answer, again: null }));
  return { parent: "example.com", type, probes };
}

export function nameSeen(
  answers: NameObservation["answers"],
  again: readonly Guessed[] = [],
): NameObservation {
  return { name: "www.example.com", parent: "example.com", answers, again };
}
