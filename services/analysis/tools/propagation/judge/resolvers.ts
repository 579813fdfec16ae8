import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { ResultData } from "../data.ts";
import type { AnswerObservation, ComparedType, PropagationObservation } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { codesIn, isNearAlias, judgeAnswer, type World } from "./answer.ts";
import { operatorCheck } from "./origin.ts";
import { placesOf } from "./places.ts";
import { shownAnswer } from "./shown.ts";
import type { Judged } from "./summary.ts";
import type { Truth } from "./truth.ts";
import type { Verdict } from "./verdict.ts";

/** Different sets of the same AS that resolvers give beside the truth, from which on they are no old ones. */
const ALTERNATIVES_MIN = 3;

/** Compares every answer of every resolver with the truth. */
export function judgeResolvers(
  observed: PropagationObservation,
  name: string,
  truths: readonly Truth[],
): Judged[] {
  const errors = errorsOf(observed);
  const addresses = truths.find(({ type }) => type === "A");
  const isSameOperator = operatorCheck(observed.origins, addresses?.union ?? new Set());
  const varies = alternatives(observed, name, addresses, isSameOperator) >= ALTERNATIVES_MIN;
  const placeOf = placesOf(observed, name, addresses);
  const now = observedAt(observed);
  return observed.resolvers.map(({ candidate, health, answers }) => {
    const judge = (type: ComparedType): readonly [AnswerObservation, Verdict] => {
      const answer = answers.find((one) => one.type === type) ?? notAsked(type);
      const truth = truths.find((one) => one.type === type) as Truth;
      const codes = [
        ...codesIn(answer.outcome),
        // A reply that is no answer is kept as evidence alone.
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
        placeOf,
        now,
      };
      return [answer, judgeAnswer(answer, truth, world)];
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

function resultOf({ elapsedMs }: AnswerObservation, verdict: Verdict): ResultData {
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

/** Extended errors by the resolver's address and the question. */
function errorsOf({ evidence }: PropagationObservation): ReadonlyMap<string, readonly number[]> {
  return new Map(
    evidence
      .filter(({ errors }) => errors.length > 0)
      .map(({ address, question, errors }) => [`${address} ${question}`, errors.map(({ code }) => code)]),
  );
}

/**
 * How many different sets resolvers give beside the truth that are its own operator's, or lie behind aliases of the same
 * place.
 */
function alternatives(
  { resolvers }: PropagationObservation,
  name: string,
  truth: Truth | undefined,
  isSameOperator: World["isSameOperator"],
): number {
  const sets = resolvers
    .flatMap(({ answers }) => answers.filter(({ type }) => type === "A"))
    .flatMap(({ outcome, type }) => {
      const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
      return answer?.status === "answer" ? [answer] : [];
    })
    .filter(({ key, values, alias }) => {
      const own = isSameOperator(values) === true || isNearAlias(alias, truth?.aliases ?? new Set());
      return truth?.keys.has(key) === false && own;
    });
  return new Set(sets.map(({ key }) => key)).size;
}

/** When the last answer was there, in seconds since 1970. */
function observedAt({ resolvers }: PropagationObservation): number {
  return resolvers
    .flatMap(({ answers }) => answers.flatMap(({ at, again }) => [at, again?.at ?? at]))
    .reduce((last, at) => Math.max(last, at), 0);
}
