import type { DomainName } from "@dnstools/core/protocol/names";
import type { NetSession } from "@dnstools/net";
import { openQuestion } from "../judge/answer.ts";
import type { AuthoritativeAnswer } from "../judge/authoritative.ts";
import { operatorCheck } from "../judge/origin.ts";
import type { AnswerObservation, Candidate, ComparedType } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { askAgain, askResolver } from "./ask.ts";
import type { Comparison } from "./comparison.ts";

/** A call's way to ask resolvers. */
type Asking = { readonly session: NetSession; readonly domain: DomainName; readonly end: AbortSignal };

/**
 * One type at one resolver. Addresses that differ get a look at whose they are, and what still may be an old answer one at
 * whether it ends.
 */
export async function askCompared(
  { session, domain, end }: Asking,
  candidate: Candidate,
  type: ComparedType,
  comparison: Comparison,
): Promise<AnswerObservation> {
  const { origins, authoritativeAnswers } = comparison;
  const [observed, { [type]: authoritative }] = await Promise.all([
    askResolver(session, candidate, domain, type, end),
    authoritativeAnswers,
  ]);
  const world = { name: domain, filters: candidate.filters };
  if (openQuestion(observed, authoritative, world) === null) return observed;
  if (type === "A") {
    const [more] = await Promise.all([
      comparison.wider(),
      origins.find(addressesOf(observed, authoritative, domain)),
    ]);
    const isSameOperator = operatorCheck(origins.found(), more.union);
    if (openQuestion(observed, more, { ...world, isSameOperator }) !== "ends") return observed;
  }
  return askAgain(session, candidate, domain, observed, end);
}

/** Addresses whose ASes are compared: some authoritative ones, and some that differ from these. */
function addressesOf(
  { outcome, type }: AnswerObservation,
  { union }: AuthoritativeAnswer,
  name: DomainName,
): string[] {
  const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  const values = answer?.values ?? [];
  return values.length === 0 ? [] : [...[...union].slice(0, 3), ...values.slice(0, 2)];
}
