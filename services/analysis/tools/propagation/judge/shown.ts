import type { ComparableAnswer } from "../read-answer.ts";

/**
 * Maximum number of values in a set that are shown; CHARACTERS_MAX is the maximum number of characters of each value.
 * Only abusive zones exceed these limits.
 */
const VALUES_MAX = 50;
const CHARACTERS_MAX = 1000;

type ShownAnswer = {
  values: string[] | null;
  total: number | null;
  ttl: number | null;
  alias: string | null;
};

/**
 * Returns the fields of an answer for the JSON output, cut to the limits. If the answer is unknown, all fields are
 * null.
 */
export function shownAnswer(
  answer: (Partial<ComparableAnswer> & Pick<ComparableAnswer, "values">) | null,
): ShownAnswer {
  if (answer === null) return { values: null, total: null, ttl: null, alias: null };
  const { values, ttl, soa, alias = null } = answer;
  const ttls = [ttl?.records ?? null, ttl?.aliases ?? null, soa?.ttl ?? null].filter((one) => one !== null);
  return {
    values: values.slice(0, VALUES_MAX).map((value) => value.slice(0, CHARACTERS_MAX)),
    total: values.length,
    ttl: ttls.length === 0 ? null : Math.min(...ttls),
    alias,
  };
}
