import type { DomainName } from "@dnstools/core/protocol/names";
import type { Look } from "@dnstools/net";
import { openQuestion } from "../judge/answer.ts";
import { operatorCheck } from "../judge/origin.ts";
import type { Truth } from "../judge/truth.ts";
import type { AnswerObservation, Candidate, ComparedType } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { askAgain, askResolver } from "./ask.ts";
import type { Comparison } from "./comparison.ts";

/** A call's way to ask resolvers. */
type Asking = { readonly look: Look; readonly domain: DomainName; readonly end: AbortSignal };

/**
 * One type at one resolver. Addresses that differ get a look at whose they are, and what still may be an old answer one at
 * whether it ends.
 */
export async function askCompared(
  { look, domain, end }: Asking,
  candidate: Candidate,
  type: ComparedType,
  comparison: Comparison,
): Promise<AnswerObservation> {
  const { origins, truths } = comparison;
  const [observed, { [type]: truth }] = await Promise.all([
    askResolver(look, candidate, domain, type, end),
    truths,
  ]);
  const world = { name: domain, filters: candidate.filters };
  if (openQuestion(observed, truth, world) === null) return observed;
  if (type === "A") {
    const [more] = await Promise.all([
      comparison.wider(),
      origins.find(addressesOf(observed, truth, domain)),
    ]);
    const isSameOperator = operatorCheck(origins.known(), more.union);
    if (openQuestion(observed, more, { ...world, isSameOperator }) !== "ends") return observed;
  }
  return askAgain(look, candidate, domain, observed, end);
}

/** Addresses whose ASes are compared: some of the truth, and some of what differs from it. */
function addressesOf({ outcome, type }: AnswerObservation, { union }: Truth, name: DomainName): string[] {
  const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  const values = answer?.values ?? [];
  return values.length === 0 ? [] : [...[...union].slice(0, 3), ...values.slice(0, 2)];
}
