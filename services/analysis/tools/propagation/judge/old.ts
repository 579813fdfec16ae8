import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { AnswerObservation } from "../observations.ts";
import { type ComparableAnswer, readAnswer } from "../read-answer.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";
import { type AnswerVerdict, type Detail, verdict } from "./verdict.ts";

/** Result of a second query to a resolver, compared with its first answer. */
export type Second = {
  /** True if the TTL does not count down: the answer does not come from a cache and does not expire. */
  readonly pinned: boolean;
  /** True if the TTL counts down, or if the resolver now has the zone's answer. */
  readonly confirmed: boolean;
  /** The second answer; null if unknown. */
  readonly answer: ComparableAnswer | null;
  /** True if the second answer is the same as the zone's. */
  readonly match: boolean;
};

/**
 * Compares a resolver's second answer with its first answer.
 * @param ttlOf returns the TTL to compare, in seconds.
 */
export function secondLook(
  { again, type }: AnswerObservation,
  first: ComparableAnswer,
  authoritative: AuthoritativeAnswer,
  name: string,
  ttlOf: (answer: ComparableAnswer) => number | null,
): Second {
  const outcome: Outcome<DnsReply> | undefined = again?.outcome;
  const answer = outcome?.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  if (answer === null) return { pinned: false, confirmed: false, answer: null, match: false };
  if (authoritative.keys.has(answer.key)) return { pinned: false, confirmed: true, answer, match: true };
  const pinned = answer.key === first.key && ttlOf(answer) === ttlOf(first);
  return { pinned, confirmed: !pinned, answer, match: false };
}

/**
 * Returns the remaining TTL, in seconds, of the old part of an answer: the alias if the zone does not have this alias,
 * otherwise the records.
 */
export function leftOf(
  { alias, ttl }: ComparableAnswer,
  { aliases }: Pick<AuthoritativeAnswer, "aliases">,
): number {
  const isAlias = alias !== null && !aliases.has(alias) && ttl.aliases !== null;
  return (isAlias ? ttl.aliases : ttl.records) ?? 0;
}

/** Returns the lowest TTL of an answer's records and aliases, in seconds; null if the answer has neither. */
export function wholeTtl({ ttl }: ComparableAnswer): number | null {
  const all = [ttl.records, ttl.aliases].filter((one) => one !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * Returns the verdict on an old answer that expires. If several machines of a resolver cache the answer until
 * different times, the latest expiry counts. An answer that expired before `now` does not count as old: its
 * replacement was observed, or is unknown.
 * @param now time of the last answer from any resolver, in seconds since 1970.
 * @param left returns the remaining TTL of an answer, in seconds.
 */
export function stale(
  { at, again }: AnswerObservation,
  answer: ComparableAnswer,
  second: Second,
  now: number,
  left: (answer: ComparableAnswer) => number | null,
  detail: Detail | null,
): AnswerVerdict {
  const firstS = left(answer) ?? 0;
  const keeps = [{ at, leftS: firstS }];
  if (again !== null && second.answer !== null) {
    if (second.match && at + firstS <= again.at) return verdict("match", second.answer);
    if (!second.match) keeps.push({ at: again.at, leftS: left(second.answer) ?? 0 });
  }
  const until = Math.ceil(Math.max(...keeps.map((one) => one.at + one.leftS)));
  if (until <= now) {
    const reason = again?.outcome.kind === "unknown" ? again.outcome.reason : "budget";
    return { ...verdict("unknown", answer, "ended"), reason };
  }
  const cacheTtlS = Math.max(...keeps.map(({ leftS }) => leftS));
  return { ...verdict("stale", answer, detail), until, cacheTtlS };
}

/**
 * Returns the verdict on an answer that the resolver itself marks as stale: the resolver keeps returning it until it
 * can reach the zone's servers again.
 */
export function servedStale(answer: ComparableAnswer): AnswerVerdict {
  return verdict("stale", answer, "serve_stale");
}
