import type { Reason } from "@dnstools/core/tool/outcome";
import type { ComparableAnswer } from "../read-answer.ts";

/** What a resolver's answer is, compared with the authoritative answer. */
export const CLASSES = ["match", "stale", "different", "filtered", "nxdomain", "unknown"] as const;
export type Class = (typeof CLASSES)[number];

/** Why it is what it is. */
export const DETAILS = [
  "negative",
  "serve_stale",
  "unconfirmed",
  "ended",
  "round_robin",
  "same_operator",
  "same_operator_unproved",
  "same_alias",
  "near_alias",
  "near_alias_unproved",
  "by_place",
  "unclear",
  "pinned",
  "uncached",
  "possible_filter",
  "said_so",
  "blocked_address",
  "known_filter",
  "dnssec",
  "no_truth",
] as const;
export type Detail = (typeof DETAILS)[number];

export type AnswerVerdict = {
  readonly class: Class;
  readonly detail: Detail | null;
  readonly reason: Reason | null;
  readonly answer: ComparableAnswer | null;
  /** When a resolver drops an old answer, or one that may be old, from its cache, in seconds since 1970; null where that is unknown. */
  readonly until: number | null;
  /** Seconds for which the resolver still had the old answer cached when it came; null unless stale. */
  readonly cacheTtlS: number | null;
};

export function verdict(
  is: Class,
  answer: ComparableAnswer | null,
  detail: Detail | null = null,
): AnswerVerdict {
  return { class: is, detail, reason: null, answer, until: null, cacheTtlS: null };
}

/** Differences that balancing would explain, and an old answer as well: nothing shows which it is. */
export function isUnproved({ detail }: Pick<AnswerVerdict, "detail">): boolean {
  return detail === "same_operator_unproved" || detail === "near_alias_unproved";
}
