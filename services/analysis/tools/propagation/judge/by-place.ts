import { siteOf } from "@dnstools/core/protocol/names";
import type { AnswerObservation, PropagationObservation, ResolverObservation } from "../observations.ts";
import { type ComparableAnswer, readAnswer } from "../read-answer.ts";
import { isPrivate } from "./addresses.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";
import { leftOf, secondLook, wholeTtl } from "./old.ts";

/**
 * What the answers of all resolvers show about a set of addresses that the zone's servers did not return to this API.
 * by_place: the zone currently returns the set to other clients. unclear: the zone either returns the set to other
 * clients, or returned it to all clients before a change. null: the set may be an old answer, and nothing shows
 * otherwise.
 */
export type ByPlace = "by_place" | "unclear" | null;

/** A set of addresses that was seen in one answer of a resolver. */
type Sighting = {
  readonly ip: string;
  readonly answer: ComparableAnswer;
  /**
   * Seconds since the resolver fetched the set, assuming that the set was fetched with the zone's current TTL. A
   * negative value shows that its TTL was higher.
   */
  readonly ageS: number;
};

/**
 * Minimum number of different sets that a single change of the zone cannot explain. SETS_LONG_MIN applies to TTLs
 * above LONG_S.
 */
const SETS_MIN = 3;
const SETS_LONG_MIN = 5;
const LONG_S = 3600;
/** Maximum TTL in seconds within which a zone hardly ever changes twice. */
const SHORT_S = 300;
/**
 * Maximum age in seconds at which a set counts as fetched for our own query. The tolerance is needed because TTLs are
 * whole seconds.
 */
const FRESH_S = 2;
/** Usual maximum time in seconds until a change has reached all servers of a zone. */
const LAG_S = 30;

/**
 * Creates a function that judges address sets by the time at which each resolver fetched its answer, which is derived
 * from the remaining TTL. Three observations cannot be explained by a single change of the zone: many different sets, a
 * set that resolvers fetched after other resolvers had fetched the zone's current addresses, and two sets that
 * resolvers fetched by turns or at the same time. If the TTL is short, two other sets fetched at any times cannot
 * either.
 * @param authoritative the zone's answer for A.
 * @returns a function that judges the set in an answer.
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
  // If one resolver keeps a set for longer than the zone's TTL, the set is not current at any resolver.
  const open = new Map([...sets].filter(([, observed]) => observed.every(({ ageS }) => ageS >= 0)));
  const isMany = open.size >= (whole > LONG_S ? SETS_LONG_MIN : SETS_MIN);
  const isAnyFresh = [...open.values()].some((observed) => observed.some(({ ageS }) => ageS <= FRESH_S));
  const ownAges = agesOf(own);

  return (answer) => {
    const root = rootOf(answer, authoritative);
    const observed = open.get(root);
    if (observed === undefined) return null;
    if (isMany) return isAnyFresh ? "by_place" : "unclear";
    const ages = agesOf(observed);
    const isShort = whole <= LONG_S;
    if (isShort && isFetchedAfter(ages, ownAges, LAG_S)) return "by_place";
    if (ages.filter((age) => age <= FRESH_S).length >= 2) return "unclear";
    // A set that resolvers fetched only for our query may be a forged one.
    const others = [...open]
      .filter(([other]) => other !== root)
      .map(([, one]) => agesOf(one))
      .filter((other) => other.some((age) => age > FRESH_S));
    if ([ownAges, ...others].some((other) => areByTurns(ages, other))) return "unclear";
    if (!isShort) return null;
    // A short interval may only mean that a change reached one of the zone's servers later than the others.
    const isAnyLater = Math.min(...ages) - FRESH_S <= Math.max(...ownAges);
    if (isAnyLater && isFetchedAfter([...ages, ...others.flat()], ownAges, -FRESH_S)) return "unclear";
    const isVaried = whole <= SHORT_S && ages.length >= 2 && others.some(({ length }) => length >= 2);
    return isVaried ? "unclear" : null;
  };
}

/**
 * Returns true if each of two resolvers fetched a set at least `byS` seconds after one of two other resolvers had
 * fetched the zone's current addresses. One pair of resolvers is not enough, because a single resolver may count TTLs
 * in an unusual way.
 */
function isFetchedAfter(ages: readonly number[], own: readonly number[], byS: number): boolean {
  const [youngest, second] = ages.toSorted((a, b) => a - b);
  const [oldest, next] = own.toSorted((a, b) => b - a);
  if (youngest === undefined || second === undefined || oldest === undefined || next === undefined)
    return false;
  return second + byS <= oldest && youngest + byS <= next;
}

/** Returns true if neither of two sets replaced the other: each was fetched while the zone still returned the other. */
function areByTurns(some: readonly number[], others: readonly number[]): boolean {
  return isFetchedAfter(some, others, -FRESH_S) && isFetchedAfter(others, some, -FRESH_S);
}

/** Returns, for each resolver that has a set, the lowest age of the set there. */
function agesOf(sightings: readonly Sighting[]): number[] {
  const byResolver = Map.groupBy(
    sightings.filter(({ ageS }) => ageS >= 0),
    ({ ip }) => ip,
  );
  return [...byResolver.values()].map((some) => Math.min(...some.map(({ ageS }) => ageS)));
}

/**
 * Returns a key that is equal for all answers that become old by the same change: the domain of the CNAME target,
 * whatever the addresses, or the key of the address set if there is no alias.
 */
function rootOf({ alias, key }: ComparableAnswer, { aliases }: AuthoritativeAnswer): string {
  return alias !== null && !aliases.has(alias) ? siteOf(alias) : key;
}

/** Returns the address sets in a resolver's first and second answer, except sets that a filter may have invented. */
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

/**
 * Reads the addresses in an answer; null if there are none, or if the answer has extended errors (RFC 8914), such as
 * Stale Answer.
 */
function addressesIn(outcome: AnswerObservation["outcome"], name: string): ComparableAnswer | null {
  if (outcome.kind !== "present" || (outcome.value.edns?.errors ?? []).length > 0) return null;
  const answer = readAnswer(outcome.value, name, "A");
  return answer?.status === "answer" ? answer : null;
}
