import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { siteOf } from "@dnstools/core/protocol/names";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { AnswerObservation } from "../observations.ts";
import { type ComparableAnswer, readAnswer } from "../read-answer.ts";
import { isNowhere, isPrivate } from "./addresses.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";
import type { ByPlace } from "./by-place.ts";
import { leftOf, secondLook, servedStale, stale, wholeTtl } from "./old.ts";
import { type AnswerVerdict, type Detail, isUnproved, verdict } from "./verdict.ts";

/** Facts about the resolver, the zone and other answers that an answer is judged with. */
export type AnswerContext = {
  readonly name: string;
  /** What the resolver says that it filters. */
  readonly filters: string | null;
  /** Whether it says of signed answers that it checked them; null where that is not known. */
  readonly validates: boolean | null;
  /** Extended errors of its answer. */
  readonly codes: readonly number[];
  /** Whether addresses belong to an AS of the authoritative addresses; null where that is unknown. */
  readonly isSameOperator: (addresses: readonly string[]) => boolean | null;
  /** Whether the zone gives different clients different addresses. */
  readonly varies: boolean;
  /** What all resolvers together show of a set of addresses. */
  readonly byPlaceOf: (answer: ComparableAnswer) => ByPlace;
  /** When the last look ended, in seconds since 1970. */
  readonly now: number;
};

/** RFC 8914 4: forged, blocked, censored, filtered; prohibited is of who asks where it refuses. */
const FILTERED = [4, 15, 16, 17];
const PROHIBITED = 18;
/** RFC 8914 4.4, 4.20: stale answers. */
const STALE = [3, 19];
/** RFC 8914 4.2, 4.3, 4.6 to 4.13: signatures, keys and proofs that do not hold. */
const BOGUS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12];
/** Seconds that balanced answers live at most, as is commonly so; and where resolvers show that answers vary. */
const BALANCED_TTL_MAX = 300;
const VARYING_TTL_MAX = 3600;

/** Compares a resolver's answer with the authoritative answer. */
export function judgeAnswer(
  observed: AnswerObservation,
  authoritative: AuthoritativeAnswer,
  world: AnswerContext,
): AnswerVerdict {
  const { outcome, type } = observed;
  const saidSo = FILTERED.some((code) => world.codes.includes(code));
  if (outcome.kind !== "present") {
    const reason = outcome.kind === "unknown" ? outcome.reason : "malformed";
    if (saidSo) return verdict("filtered", null, "said_so");
    return { ...verdict("unknown", null, isBogus(observed, world) ? "dnssec" : null), reason };
  }
  const answer = readAnswer(outcome.value, world.name, type);
  if (answer === null) return { ...verdict("unknown", null), reason: "malformed" };
  if (authoritative.status === null)
    return { ...verdict("unknown", answer, "no_truth"), reason: authoritative.reason };
  if (authoritative.keys.has(answer.key)) return verdict("match", answer);
  if (saidSo || world.codes.includes(PROHIBITED)) return verdict("filtered", answer, "said_so");
  if (type === "A" && isNowhere(answer.values, authoritative))
    return verdict("filtered", answer, "blocked_address");
  return answer.status === "answer"
    ? judgeValues(observed, answer, authoritative, world)
    : judgeDenial(observed, answer, authoritative, world);
}

/** SERVFAIL twice with an answer without the check in between, of one that checks: signatures are what fails. */
function isBogus(
  { outcome, unchecked, rechecked }: AnswerObservation,
  { validates, codes }: AnswerContext,
): boolean {
  const fails = (one: Outcome<DnsReply> | null) => one?.kind === "unknown" && one.reason === "servfail";
  const checks = validates === true || BOGUS.some((code) => codes.includes(code));
  return checks && fails(outcome) && unchecked?.kind === "present" && fails(rechecked);
}

function judgeDenial(
  observed: AnswerObservation,
  answer: ComparableAnswer,
  authoritative: AuthoritativeAnswer,
  world: AnswerContext,
): AnswerVerdict {
  const denied = answer.status === "nxdomain" ? "nxdomain" : "different";
  const denial = answer.soa;
  // What a filter makes up has no SOA of a zone that the name is in.
  if (denial === null)
    return world.filters === null
      ? verdict(denied, answer, "possible_filter")
      : verdict("filtered", answer, "known_filter");
  const second = secondLook(observed, answer, authoritative, world.name, (one) => one.soa?.ttl ?? null);
  if (second.pinned)
    return world.filters === null
      ? verdict(denied, answer, "pinned")
      : verdict("filtered", answer, "known_filter");
  if (denial.cacheTtlS === 0) return verdict("different", answer, "uncached");
  const left = (one: ComparableAnswer) => one.soa?.cacheTtlS ?? null;
  return stale(observed, answer, second, world.now, left, second.confirmed ? "negative" : "unconfirmed");
}

function judgeValues(
  observed: AnswerObservation,
  answer: ComparableAnswer,
  authoritative: AuthoritativeAnswer,
  world: AnswerContext,
): AnswerVerdict {
  const second = secondLook(observed, answer, authoritative, world.name, wholeTtl);
  const left = (one: ComparableAnswer) => leftOf(one, authoritative);
  const ttl = left(answer);
  if (authoritative.outOfZone && answer.alias !== null && authoritative.aliases.has(answer.alias))
    return verdict("different", answer, "same_alias");
  if (STALE.some((code) => world.codes.includes(code))) return servedStale(answer);
  const balanced = observed.type === "A" ? judgeBalanced(answer, ttl, authoritative, world) : null;
  const byPlace = observed.type !== "A" || second.pinned || ttl === 0 ? null : world.byPlaceOf(answer);
  const isOpen = balanced === null || isUnproved(balanced) || balanced.detail === "unclear";
  if (byPlace === "by_place" && isOpen) return verdict("different", answer, byPlace);
  if (balanced !== null) {
    const until = Math.ceil(observed.at + ttl);
    return isUnproved(balanced) && until > world.now ? { ...balanced, until } : balanced;
  }
  if (byPlace !== null) return verdict("different", answer, byPlace);
  if (second.pinned || ttl === 0) {
    if (observed.type === "A" && isPrivate(answer.values, authoritative))
      return verdict("filtered", answer, "blocked_address");
    if (world.filters !== null) return verdict("filtered", answer, "known_filter");
    return verdict("different", answer, second.pinned ? "pinned" : "uncached");
  }
  if (observed.type === "A" && world.filters !== null && isPrivate(answer.values, authoritative))
    return verdict("filtered", answer, "blocked_address");
  return stale(observed, answer, second, world.now, left, second.confirmed ? null : "unconfirmed");
}

/** Addresses that may be others on purpose; null where nothing speaks for it. */
function judgeBalanced(
  answer: ComparableAnswer,
  ttl: number,
  authoritative: AuthoritativeAnswer,
  world: AnswerContext,
): AnswerVerdict | null {
  if (authoritative.keys.size > 1 && answer.values.every((value) => authoritative.union.has(value)))
    return verdict("different", answer, "round_robin");
  // Servers that differ prove it, unless each was seen to keep to its own.
  const serversVary = authoritative.varies ?? authoritative.keys.size > 1;
  const proved = serversVary || world.varies;
  const most = serversVary ? Infinity : world.varies ? VARYING_TTL_MAX : BALANCED_TTL_MAX;
  const whole = authoritative.ttl ?? 0;
  // What is kept longer than the zone's TTL is none of its answers of today.
  if (whole > most || ttl > whole) return null;
  const as = (detail: Detail) => verdict("different", answer, detail);
  if (isNearAlias(answer.alias, authoritative.aliases))
    return as(proved ? "near_alias" : "near_alias_unproved");
  const same = isPrivate(answer.values, authoritative) ? false : world.isSameOperator(answer.values);
  if (same === true) return as(proved ? "same_operator" : "same_operator_unproved");
  return same === null && proved ? as("unclear") : null;
}

/** Aliases to one place's own names, as content networks hand them out. */
export function isNearAlias(one: string | null, others: ReadonlySet<string>): boolean {
  return one !== null && !others.has(one) && [...others].some((other) => siteOf(one) === siteOf(other));
}

/**
 * What it takes to say more of it: whether it is balanced, which the zone's servers and the addresses' operators show, or
 * whether it ends, which a second look does. Null where nothing is open.
 */
export function openQuestion(
  observed: AnswerObservation,
  authoritative: AuthoritativeAnswer,
  {
    isSameOperator = () => false,
    ...given
  }: Pick<AnswerContext, "name" | "filters"> & Partial<AnswerContext>,
): "balanced" | "ends" | null {
  const codes = codesIn(observed.outcome);
  const world = {
    codes,
    isSameOperator,
    validates: null,
    varies: false,
    byPlaceOf: () => null,
    now: 0,
    ...given,
  };
  const judged = judgeAnswer(observed, authoritative, world);
  if (isUnproved(judged)) return "balanced";
  return judged.class === "stale" && judged.detail !== "serve_stale" ? "ends" : null;
}

/** The extended errors of an answer (RFC 8914). */
export function codesIn(outcome: Outcome<DnsReply>): number[] {
  return outcome.kind === "present" ? (outcome.value.edns?.errors ?? []).map(({ code }) => code) : [];
}
