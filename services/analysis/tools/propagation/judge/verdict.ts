import type { Reason } from "@dnstools/core/tool/outcome";
import type { ComparableAnswer } from "../read-answer.ts";

/** Classes of a resolver's answer, compared with the authoritative answer. */
export const CLASSES = ["match", "stale", "different", "filtered", "nxdomain", "unknown"] as const;
/** One of `CLASSES`. */
export type Class = (typeof CLASSES)[number];

/** Details that explain the class of an answer. The API's schema describes each of them (../data.ts). */
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
/** One of `DETAILS`. */
export type Detail = (typeof DETAILS)[number];

/** The verdict on a resolver's answer. */
export type AnswerVerdict = {
  readonly class: Class;
  readonly detail: Detail | null;
  readonly reason: Reason | null;
  readonly answer: ComparableAnswer | null;
  /** Time at which the resolver's cache drops an answer that is or may be old, in seconds since 1970; null if unknown. */
  readonly until: number | null;
  /** Remaining TTL of the old answer when it arrived, in seconds; null unless stale. */
  readonly cacheTtlS: number | null;
};

/** Creates a verdict without a reason and without an expiry. */
export function verdict(
  is: Class,
  answer: ComparableAnswer | null,
  detail: Detail | null = null,
): AnswerVerdict {
  return { class: is, detail, reason: null, answer, until: null, cacheTtlS: null };
}

/**
 * Returns true if both load balancing and an old answer would explain the difference, and nothing shows which is
 * the cause.
 */
export function isUnproved({ detail }: Pick<AnswerVerdict, "detail">): boolean {
  return detail === "same_operator_unproved" || detail === "near_alias_unproved";
}
