import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { ResultData } from "./data.ts";
import { codesIn, judgeAnswer, type Verdict } from "./judge-answer.ts";
import { shownAnswer } from "./judge-shown.ts";
import type { Judged } from "./judge-summary.ts";
import type { Truth } from "./judge-truth.ts";
import { readAnswer } from "./read-answer.ts";
import { type AnswerSeen, type ComparedType, type OriginSeen, type PropagationSeen, TYPES } from "./seen.ts";

/** Different sets of the same AS that resolvers give, from which on it is no single old one. */
const ALTERNATIVES_MIN = 2;

/** Compares every answer of every resolver with the truth. */
export function judgeResolvers(seen: PropagationSeen, name: string, truths: readonly Truth[]): Judged[] {
  const errors = errorsOf(seen);
  const isSameOperator = operatorCheck(
    seen.origins,
    truths.find(({ type }) => type === "A"),
  );
  const varies = alternatives(seen, name, truths, isSameOperator) >= ALTERNATIVES_MIN;
  return seen.resolvers.map(({ candidate, health, answers }) => {
    const judge = (type: ComparedType): readonly [AnswerSeen, Verdict] => {
      const answer = answers.find((one) => one.type === type) ?? notAsked(type);
      const truth = truths.find((one) => one.type === type) as Truth;
      const codes = [
        ...codesIn(answer.outcome),
        // A reply that is no answer is kept as evidence alone.
        ...(answer.outcome.kind === "present"
          ? []
          : (errors.get(`${candidate.ip} ${name}. IN ${type}`) ?? [])),
      ];
      const world = { name, filters: candidate.filters, codes, isSameOperator, varies };
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

function resultOf({ elapsedMs }: AnswerSeen, verdict: Verdict): ResultData {
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

function notAsked(type: ComparedType): AnswerSeen {
  const outcome = { kind: "unknown", reason: "budget" } as const;
  return { type, outcome, at: 0, elapsedMs: 0, unchecked: null, again: null };
}

/** Extended errors by the resolver's address and the question. */
function errorsOf({ evidence }: PropagationSeen): ReadonlyMap<string, readonly number[]> {
  return new Map(
    evidence
      .filter(({ errors }) => errors.length > 0)
      .map(({ address, question, errors }) => [`${address} ${question}`, errors.map(({ code }) => code)]),
  );
}

/** Whether addresses are announced by an AS that announces one of the truth's; those not looked up are left out. */
export function operatorCheck(origins: readonly OriginSeen[], truth: Truth | undefined) {
  const asnsOf = new Map(origins.map(({ address, asns }) => [address, asns]));
  const own = new Set([...(truth?.union ?? [])].flatMap((address) => asnsOf.get(address) ?? []));
  return (values: readonly string[]): boolean => {
    const known = values.map((value) => asnsOf.get(value)).filter((asns) => asns !== undefined);
    return known.length > 0 && known.every((asns) => asns.some((asn) => own.has(asn)));
  };
}

/** How many different sets of the truth's own ASes resolvers give beside it. */
function alternatives(
  { resolvers }: PropagationSeen,
  name: string,
  truths: readonly Truth[],
  isSameOperator: (values: readonly string[]) => boolean,
): number {
  const truth = truths.find(({ type }) => type === "A");
  const sets = resolvers
    .flatMap(({ answers }) => answers.filter(({ type }) => type === TYPES[0]))
    .flatMap(({ outcome, type }) => {
      const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
      return answer?.status === "answer" ? [answer] : [];
    })
    .filter(({ key, values }) => truth?.keys.has(key) === false && isSameOperator(values));
  return new Set(sets.map(({ key }) => key)).size;
}
