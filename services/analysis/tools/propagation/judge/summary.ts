import type { ResolverData, Tally } from "../data.ts";
import { TYPES } from "../observations.ts";
import { type AnswerVerdict, CLASSES, type Class } from "./verdict.ts";

/** A resolver with the verdict on each of its answers. */
export type JudgedResolver = {
  readonly resolver: ResolverData;
  readonly verdicts: Readonly<Record<(typeof TYPES)[number], AnswerVerdict>>;
};

/** Counts verdicts by class, and calculates each class's percentage of the answers that could be compared. */
export function tallyOf(verdicts: readonly AnswerVerdict[]): Tally {
  const of = (one: Class) => verdicts.filter(({ class: is }) => is === one).length;
  const classes = Object.fromEntries(CLASSES.map((one) => [one, of(one)])) as Record<Class, number>;
  const compared = verdicts.length - classes.unknown;
  const { unknown: _, ...counted } = classes;
  const percent = Object.fromEntries(
    Object.entries(counted).map(([one, count]) => [one, share(count, compared)]),
  ) as NonNullable<Tally["percent"]>;
  const answered = verdicts.filter(hasCome).length;
  return { asked: verdicts.length, answered, classes, percent: compared === 0 ? null : percent };
}

/** Returns `count` as a percentage of `of`, rounded to one decimal place. */
function share(count: number, of: number): number {
  return Math.round((1000 * count) / of) / 10;
}

/** Details of answers that differ from the zone's answer but count as current. */
const EXPLAINED: readonly AnswerVerdict["detail"][] = [
  "round_robin",
  "same_operator",
  "same_alias",
  "near_alias",
  "by_place",
];

/** Returns true if an answer is the zone's own answer or a proved variant of it. */
export function isUpToDate({ class: is, detail }: AnswerVerdict): boolean {
  return is === "match" || (is === "different" && EXPLAINED.includes(detail));
}

/**
 * Returns the percentage of current answers among the comparable answers that are not filtered; null if there are no
 * such answers.
 */
export function upToDatePercent(verdicts: readonly AnswerVerdict[]): number | null {
  const counted = verdicts.filter(({ class: is }) => is !== "unknown" && is !== "filtered");
  return counted.length === 0 ? null : share(counted.filter(isUpToDate).length, counted.length);
}

/** Returns the verdicts on all answers of these resolvers. */
export function verdictsOf(judged: readonly JudgedResolver[]): AnswerVerdict[] {
  return judged.flatMap(({ verdicts }) => TYPES.map((type) => verdicts[type]));
}

/** Returns true if a resolver answered at least one query. */
export function hasAnswered({ verdicts }: JudgedResolver): boolean {
  return TYPES.some((type) => hasCome(verdicts[type]));
}

/** Returns true if an answer arrived, even if there is nothing to compare it with. */
function hasCome({ class: is, answer }: AnswerVerdict): boolean {
  return is !== "unknown" || answer !== null;
}

/** Returns when the last old answer expires, in seconds since 1970; null if no expiry is known. */
export function latestExpiry(verdicts: readonly AnswerVerdict[]): number | null {
  const ends = verdicts.flatMap(({ class: is, until }) => (is === "stale" && until !== null ? [until] : []));
  return ends.length === 0 ? null : Math.max(...ends);
}
