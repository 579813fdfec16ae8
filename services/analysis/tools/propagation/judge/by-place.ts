import { siteOf } from "@dnstools/core/protocol/names";
import type { AnswerObservation, PropagationObservation, ResolverObservation } from "../observations.ts";
import { type ComparableAnswer, readAnswer } from "../read-answer.ts";
import { isPrivate } from "./addresses.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";
import { leftOf, secondLook, wholeTtl } from "./old.ts";

/**
 * What all resolvers together show of a set of addresses that the zone's servers did not give us. by_place: the zone gives it to
 * others now. unclear: the zone may give it to others now, or gave it to all before. null: nothing speaks against an old answer.
 */
export type ByPlace = "by_place" | "unclear" | null;

/** A set of addresses at one resolver at one time. */
type Sighting = {
  readonly ip: string;
  readonly answer: ComparableAnswer;
  /** Seconds since the resolver fetched it, if the zone gave it with the TTL that it has here; below zero, it did not. */
  readonly ageS: number;
};

/** Different sets from which on one change cannot have left all of them; and where answers are kept for hours. */
const SETS_MIN = 3;
const SETS_LONG_MIN = 5;
const LONG_S = 3600;
/** Seconds within which a resolver fetched what it has since we asked: TTLs are whole seconds. */
const FRESH_S = 2;
/** Seconds that servers of a zone take at most to have a change, as is commonly so. */
const LAG_S = 30;

/**
 * Reads from the time that each answer has left when it was fetched. One change cannot leave many different sets; nor a set that
 * resolvers fetched after others had fetched what the zone has now.
 * @param authoritative the zone's answer to A.
 * @returns a function that judges the set of an answer.
 */
export function createByPlace(
  { resolvers }: Pick<PropagationObservation, "resolvers">,
  name: string,
  authoritative: AuthoritativeAnswer | undefined,
): (answer: ComparableAnswer) => ByPlace {
  const whole = authoritative?.ttl ?? 0;
  if (authoritative?.status !== "answer" || whole === 0) return () => null;
  const all = resolvers.flatMap((resolver) => sightingsOf(resolver, name, authoritative, whole));
  const isOwn = ({ answer: { key, values } }: Sighting) =>
    authoritative.keys.has(key) || values.every((value) => authoritative.union.has(value));
  const own = all.filter(isOwn);
  const sets = Map.groupBy(
    all.filter((one) => !isOwn(one)),
    ({ answer }) => rootOf(answer, authoritative),
  );
  // What one resolver keeps longer than the zone says is no answer of today, wherever it is.
  const open = new Map([...sets].filter(([, observed]) => observed.every(({ ageS }) => ageS >= 0)));
  const isMany = open.size >= (whole > LONG_S ? SETS_LONG_MIN : SETS_MIN);
  const isAnyFresh = [...open.values()].some((observed) => observed.some(({ ageS }) => ageS <= FRESH_S));
  const ownAges = agesOf(own);

  return (answer) => {
    const observed = open.get(rootOf(answer, authoritative));
    if (observed === undefined) return null;
    if (isMany) return isAnyFresh ? "by_place" : "unclear";
    const ages = agesOf(observed);
    if (whole <= LONG_S && isFetchedAfter(ages, ownAges, LAG_S)) return "by_place";
    // By so little it may be one of the zone's servers that had a change later than the others.
    if (whole <= LONG_S && isFetchedAfter(ages, ownAges, FRESH_S)) return "unclear";
    return ages.filter((age) => age <= FRESH_S).length >= 2 ? "unclear" : null;
  };
}

/**
 * Whether two resolvers fetched a set so many seconds after two others had fetched what the zone has now, each after one of these:
 * a single resolver may count TTLs in a way of its own.
 */
function isFetchedAfter(ages: readonly number[], own: readonly number[], byS: number): boolean {
  const [youngest, second] = ages.toSorted((a, b) => a - b);
  const [oldest, next] = own.toSorted((a, b) => b - a);
  if (youngest === undefined || second === undefined || oldest === undefined || next === undefined)
    return false;
  return second + byS <= oldest && youngest + byS <= next;
}

/** The ages of one set by resolver: of one resolver the lowest. */
function agesOf(sightings: readonly Sighting[]): number[] {
  const byResolver = Map.groupBy(
    sightings.filter(({ ageS }) => ageS >= 0),
    ({ ip }) => ip,
  );
  return [...byResolver.values()].map((some) => Math.min(...some.map(({ ageS }) => ageS)));
}

/** What is one old answer where it is old: the alias, whatever addresses it leads to, else the set. */
function rootOf({ alias, key }: ComparableAnswer, { aliases }: AuthoritativeAnswer): string {
  return alias !== null && !aliases.has(alias) ? siteOf(alias) : key;
}

/** Addresses that a resolver gave, first and when it was asked again; nothing of what a filter makes up. */
function sightingsOf(
  { candidate, answers }: ResolverObservation,
  name: string,
  authoritative: AuthoritativeAnswer,
  whole: number,
) {
  if (candidate.filters !== null) return [];
  return answers
    .filter(({ type }) => type === "A")
    .flatMap((observed): Sighting[] => {
      const first = addressesIn(observed.outcome, name);
      if (first === null) return [];
      const second = secondLook(observed, first, authoritative, name, wholeTtl);
      if (second.pinned) return [];
      const later = observed.again === null ? null : addressesIn(observed.again.outcome, name);
      return [first, ...(later === null ? [] : [later])]
        .filter((answer) => !isPrivate(answer.values, authoritative) && leftOf(answer, authoritative) > 0)
        .map((answer) => ({ ip: candidate.ip, answer, ageS: whole - leftOf(answer, authoritative) }));
    });
}

/** Null where there are none, or where the resolver itself says that they are stale or made up (RFC 8914). */
function addressesIn(outcome: AnswerObservation["outcome"], name: string): ComparableAnswer | null {
  if (outcome.kind !== "present" || (outcome.value.edns?.errors ?? []).length > 0) return null;
  const answer = readAnswer(outcome.value, name, "A");
  return answer?.status === "answer" ? answer : null;
}
