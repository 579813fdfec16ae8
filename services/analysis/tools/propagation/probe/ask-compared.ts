import type { DomainName } from "@dnstools/core/protocol/names";
import type { NetSession } from "@dnstools/net";
import { openQuestion } from "../judge/answer.ts";
import type { AuthoritativeAnswer } from "../judge/authoritative.ts";
import { operatorCheck } from "../judge/origin.ts";
import type { AnswerObservation, Candidate, ComparedType } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { askAgain, askResolver } from "./ask.ts";
import type { Comparison } from "./comparison.ts";

/** The parts that are needed to query resolvers for a call. */
type Asking = { readonly session: NetSession; readonly domain: DomainName; readonly end: AbortSignal };

/**
 * Queries one resolver for one record type. If the addresses differ from the zone's, looks up the ASes that announce
 * them. If the answer may be old, queries the resolver again to see whether the TTL counts down.
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

/** Returns the addresses whose ASes are compared: some authoritative addresses, and some from the resolver's answer. */
function addressesOf(
  { outcome, type }: AnswerObservation,
  { union }: AuthoritativeAnswer,
  name: DomainName,
): string[] {
  const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  const values = answer?.values ?? [];
  return values.length === 0 ? [] : [...[...union].slice(0, 3), ...values.slice(0, 2)];
}
