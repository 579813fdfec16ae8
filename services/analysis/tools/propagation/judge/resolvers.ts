import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { ResultData } from "../data.ts";
import type { AnswerObservation, ComparedType, PropagationObservation } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { type AnswerContext, codesIn, isNearAlias, judgeAnswer } from "./answer.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";
import { createByPlace } from "./by-place.ts";
import { operatorCheck } from "./origin.ts";
import { shownAnswer } from "./shown.ts";
import type { JudgedResolver } from "./summary.ts";
import type { AnswerVerdict } from "./verdict.ts";

/**
 * Number of different address sets that are not authoritative but belong to the zone's operator, from which the
 * answers are known to vary and are not called old.
 */
const ALTERNATIVES_MIN = 3;

/** Compares every answer of every resolver with the authoritative answer. */
export function judgeResolvers(
  observed: PropagationObservation,
  name: string,
  authoritativeAnswers: readonly AuthoritativeAnswer[],
): JudgedResolver[] {
  const errors = errorsOf(observed);
  const addresses = authoritativeAnswers.find(({ type }) => type === "A");
  const isSameOperator = operatorCheck(observed.origins, addresses?.union ?? new Set());
  const varies = alternatives(observed, name, addresses, isSameOperator) >= ALTERNATIVES_MIN;
  const byPlaceOf = createByPlace(observed, name, addresses);
  const now = observedAt(observed);
  return observed.resolvers.map(({ candidate, health, answers }) => {
    const judge = (type: ComparedType): readonly [AnswerObservation, AnswerVerdict] => {
      const answer = answers.find((one) => one.type === type) ?? notAsked(type);
      const authoritative = authoritativeAnswers.find((one) => one.type === type) as AuthoritativeAnswer;
      const codes = [
        ...codesIn(answer.outcome),
        // If the outcome contains no reply, its extended errors are only in the evidence.
        ...(answer.outcome.kind === "present"
          ? []
          : (errors.get(`${candidate.ip} ${name}. IN ${type}`) ?? [])),
      ];
      const { filters } = candidate;
      const world = {
        name,
        filters,
        validates: health.validates,
        codes,
        isSameOperator,
        varies,
        byPlaceOf,
        now,
      };
      return [answer, judgeAnswer(answer, authoritative, world)];
    };
    const of = { A: judge("A"), MX: judge("MX"), TXT: judge("TXT") };
    const { ip, service, operator, operatorCountry, anycast, filters } = candidate;
    const results = { A: resultOf(...of.A), MX: resultOf(...of.MX), TXT: resultOf(...of.TXT) };
    return {
      resolver: {
        ip,
        service,
        operator,
        operatorCountry,
        anycast,
        filters,
        validates: health.validates,
        results,
      },
      verdicts: { A: of.A[1], MX: of.MX[1], TXT: of.TXT[1] },
    };
  });
}

function resultOf({ elapsedMs }: AnswerObservation, verdict: AnswerVerdict): ResultData {
  const { class: is, detail, reason, answer, until } = verdict;
  return {
    class: is,
    detail,
    reason,
    ...shownAnswer(answer),
    until: until === null ? null : isoTime(until),
    elapsedMs,
  };
}

function notAsked(type: ComparedType): AnswerObservation {
  const outcome = { kind: "unknown", reason: "budget" } as const;
  return { type, outcome, at: 0, elapsedMs: 0, unchecked: null, rechecked: null, again: null };
}

/** Returns the codes of extended errors, by resolver address and query. */
function errorsOf({ evidence }: PropagationObservation): ReadonlyMap<string, readonly number[]> {
  return new Map(
    evidence
      .filter(({ errors }) => errors.length > 0)
      .map(({ address, question, errors }) => [`${address} ${question}`, errors.map(({ code }) => code)]),
  );
}

/**
 * Counts the different sets in the resolvers' answers that are not authoritative but belong to the zone's operator:
 * their addresses are in an AS of the zone's addresses, or they are behind an alias in the same domain as the zone's
 * alias.
 */
function alternatives(
  { resolvers }: PropagationObservation,
  name: string,
  authoritative: AuthoritativeAnswer | undefined,
  isSameOperator: AnswerContext["isSameOperator"],
): number {
  const sets = resolvers
    .flatMap(({ answers }) => answers.filter(({ type }) => type === "A"))
    .flatMap(({ outcome, type }) => {
      const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
      return answer?.status === "answer" ? [answer] : [];
    })
    .filter(({ key, values, alias }) => {
      const own = isSameOperator(values) === true || isNearAlias(alias, authoritative?.aliases ?? new Set());
      return authoritative?.keys.has(key) === false && own;
    });
  return new Set(sets.map(({ key }) => key)).size;
}

/** Returns the time of the last answer from any resolver, in seconds since 1970. */
function observedAt({ resolvers }: PropagationObservation): number {
  return resolvers
    .flatMap(({ answers }) => answers.flatMap(({ at, again }) => [at, again?.at ?? at]))
    .reduce((last, at) => Math.max(last, at), 0);
}
