import type { Reason } from "@dnstools/core/tool/outcome";
import type { ComparableAnswer } from "../read-answer.ts";

/** Classes of a resolver's answer by comparison with the authoritative answer. */
export const CLASSES = ["match", "stale", "different", "filtered", "nxdomain", "unknown"] as const;
/** A class of a resolver's answer. */
export type Class = (typeof CLASSES)[number];

/** Details that explain the class of an answer. The API's schema in ../data.ts describes each of them. */
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
/** A detail that explains the class of an answer. */
export type Detail = (typeof DETAILS)[number];

/** The verdict on a resolver's answer. */
export type AnswerVerdict = {
  readonly class: Class;
  readonly detail: Detail | null;
  readonly reason: Reason | null;
  readonly answer: ComparableAnswer | null;
  /**
   * Time, in seconds since 1970, at which an answer that is or may be old expires in the resolver's cache; null if
   * unknown.
   */
  readonly until: number | null;
  /** TTL in seconds that an old answer had left when it arrived; null unless the answer is stale. */
  readonly cacheTtlS: number | null;
};

/** Creates a verdict that has neither a reason nor an expiry. */
export function verdict(
  is: Class,
  answer: ComparableAnswer | null,
  detail: Detail | null = null,
): AnswerVerdict {
  return { class: is, detail, reason: null, answer, until: null, cacheTtlS: null };
}

/** Returns true if an answer may differ because of load balancing or because it is old, and nothing shows which. */
export function isUnproved({ detail }: Pick<AnswerVerdict, "detail">): boolean {
  return detail === "same_operator_unproved" || detail === "near_alias_unproved";
}
