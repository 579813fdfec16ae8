import type { ResolverData, Tally } from "../data.ts";
import { TYPES } from "../observations.ts";
import { CLASSES, type Class, type Verdict } from "./verdict.ts";

/** A resolver with what each of its answers is. */
export type Judged = {
  readonly resolver: ResolverData;
  readonly verdicts: Readonly<Record<(typeof TYPES)[number], Verdict>>;
};

export function tallyOf(verdicts: readonly Verdict[]): Tally {
  const of = (one: Class) => verdicts.filter(({ class: is }) => is === one).length;
  const classes = Object.fromEntries(CLASSES.map((one) => [one, of(one)])) as Record<Class, number>;
  const compared = verdicts.length - classes.unknown;
  const { unknown: _, ...known } = classes;
  const percent = Object.fromEntries(
    Object.entries(known).map(([one, count]) => [one, share(count, compared)]),
  ) as NonNullable<Tally["percent"]>;
  const answered = verdicts.filter(hasCome).length;
  return { asked: verdicts.length, answered, classes, percent: compared === 0 ? null : percent };
}

/** Per hundred, to a tenth. */
function share(count: number, of: number): number {
  return Math.round((1000 * count) / of) / 10;
}

/** Differences that are no old answers and no obstacles. */
const EXPLAINED: readonly Verdict["detail"][] = [
  "round_robin",
  "same_operator",
  "same_alias",
  "near_alias",
  "by_place",
];

export function isUpToDate({ class: is, detail }: Verdict): boolean {
  return is === "match" || (is === "different" && EXPLAINED.includes(detail));
}

/** Of answers that came and that nobody filtered. Null where there are none. */
export function upToDatePercent(verdicts: readonly Verdict[]): number | null {
  const counted = verdicts.filter(({ class: is }) => is !== "unknown" && is !== "filtered");
  return counted.length === 0 ? null : share(counted.filter(isUpToDate).length, counted.length);
}

export function verdictsOf(judged: readonly Judged[]): Verdict[] {
  return judged.flatMap(({ verdicts }) => TYPES.map((type) => verdicts[type]));
}

/** Whether a resolver answered anything at all. */
export function hasAnswered({ verdicts }: Judged): boolean {
  return TYPES.some((type) => hasCome(verdicts[type]));
}

/** Whether an answer came, though there may be nothing to compare it with. */
function hasCome({ class: is, answer }: Verdict): boolean {
  return is !== "unknown" || answer !== null;
}

/** When the last old answer ends, in seconds since 1970. */
export function latestExpiry(verdicts: readonly Verdict[]): number | null {
  const ends = verdicts.flatMap(({ class: is, until }) => (is === "stale" && until !== null ? [until] : []));
  return ends.length === 0 ? null : Math.max(...ends);
}
