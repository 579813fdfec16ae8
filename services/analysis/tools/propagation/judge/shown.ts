import type { ComparableAnswer } from "../read-answer.ts";

/** Values of a set that are shown, and characters of each: what is more was made to be much. */
const VALUES_MAX = 50;
const CHARACTERS_MAX = 1000;

type ShownAnswer = {
  values: string[] | null;
  total: number | null;
  ttl: number | null;
  alias: string | null;
};

/** An answer as it is shown; null where it is unknown. */
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
