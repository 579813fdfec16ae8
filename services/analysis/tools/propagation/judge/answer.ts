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

/** Facts about the resolver, the zone and the other answers that are needed to judge one answer. */
export type AnswerContext = {
  readonly name: string;
  /** What the resolver filters, as stated by its operator; null if it filters nothing. */
  readonly filters: string | null;
  /** True if the resolver validates DNSSEC signatures, as its AD flag shows; null if unknown. */
  readonly validates: boolean | null;
  /** Codes of the extended errors in the answer (RFC 8914). */
  readonly codes: readonly number[];
  /**
   * Returns true if each given address is announced by an AS that also announces an authoritative address; null if
   * unknown.
   */
  readonly isSameOperator: (addresses: readonly string[]) => boolean | null;
  /** True if the resolvers' answers show that the zone returns different addresses to different clients. */
  readonly varies: boolean;
  /** Classifies an answer's addresses by comparing them with the answers of all resolvers. */
  readonly byPlaceOf: (answer: ComparableAnswer) => ByPlace;
  /** Time of the last answer from any resolver, in seconds since 1970. */
  readonly now: number;
};

/**
 * Codes of the extended errors for filtered answers (RFC 8914 4): forged, blocked, censored, filtered. PROHIBITED
 * counts only if the reply contains an answer, because in a REFUSED reply it concerns the client and not the name.
 */
const FILTERED = [4, 15, 16, 17];
const PROHIBITED = 18;
/** Codes of the extended errors for stale answers (RFC 8914 4.4, 4.20). */
const STALE = [3, 19];
/** Codes of the extended errors for invalid signatures, keys and proofs (RFC 8914 4.2, 4.3, 4.6 to 4.13). */
const BOGUS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12];
/**
 * Usual maximum TTL of load-balanced answers, in seconds. VARYING_TTL_MAX applies if the resolvers show that answers
 * vary.
 */
const BALANCED_TTL_MAX = 300;
const VARYING_TTL_MAX = 3600;

/** Compares a resolver's answer with the authoritative answer and classifies it. */
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

/**
 * Returns true if a validating resolver answered SERVFAIL twice and returned an answer without validation in between.
 * This shows that invalid signatures are the cause.
 */
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
  // A denial without the SOA record of a zone that contains the name comes from a filter.
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

/**
 * Returns the verdict on different addresses if load balancing may explain them; null if nothing suggests load
 * balancing.
 */
function judgeBalanced(
  answer: ComparableAnswer,
  ttl: number,
  authoritative: AuthoritativeAnswer,
  world: AnswerContext,
): AnswerVerdict | null {
  if (authoritative.keys.size > 1 && answer.values.every((value) => authoritative.union.has(value)))
    return verdict("different", answer, "round_robin");
  // If the zone's servers returned different answers, the name's answers vary, unless each server always repeated its
  // own answer.
  const serversVary = authoritative.varies ?? authoritative.keys.size > 1;
  const proved = serversVary || world.varies;
  const most = serversVary ? Infinity : world.varies ? VARYING_TTL_MAX : BALANCED_TTL_MAX;
  const whole = authoritative.ttl ?? 0;
  // An answer whose remaining TTL is higher than the zone's TTL is not a current answer of the zone.
  if (whole > most || ttl > whole) return null;
  const as = (detail: Detail) => verdict("different", answer, detail);
  if (isNearAlias(answer.alias, authoritative.aliases))
    return as(proved ? "near_alias" : "near_alias_unproved");
  if (isPrivate(answer.values, authoritative)) return null;
  const same = world.isSameOperator(answer.values);
  if (same === true) return as(proved ? "same_operator" : "same_operator_unproved");
  // If the zone's servers vary their answers, this may be one of them, even if its addresses are in another network.
  return serversVary || (same === null && proved) ? as("unclear") : null;
}

/**
 * Returns true if a CNAME target differs from the zone's own targets but lies in the same domain as one of them, as
 * with content delivery networks.
 */
export function isNearAlias(one: string | null, others: ReadonlySet<string>): boolean {
  return one !== null && !others.has(one) && [...others].some((other) => siteOf(one) === siteOf(other));
}

/**
 * Returns the further check that the verdict needs; null if none is needed. `balanced`: repeated queries to the zone's
 * servers, and the ASes of the addresses, show whether the name is load-balanced. `ends`: a second query to the
 * resolver shows whether the TTL counts down.
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

/** Returns the codes of the extended errors in an answer (RFC 8914). */
export function codesIn(outcome: Outcome<DnsReply>): number[] {
  return outcome.kind === "present" ? (outcome.value.edns?.errors ?? []).map(({ code }) => code) : [];
}
