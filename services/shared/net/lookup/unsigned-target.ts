import type { TypeObservation } from "@dnstools/core/domain/observations";
import { answerName, type DomainName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { NetSession } from "../session.ts";

/**
 * Queries our resolver for the target of a signed alias if the zone's servers return the target's records without a
 * signature. In this case, the records lie in an unsigned zone on the same servers, or their signature is missing. The
 * result is stored in `outOfZone`, as for targets in other zones.
 */
export async function checkUnsignedTarget(
  session: NetSession,
  observed: TypeObservation,
  name: DomainName,
  apex: DomainName,
): Promise<TypeObservation> {
  const { outcome, outOfZone, type } = observed;
  if (outcome.kind !== "present" || outOfZone !== null || type === "DS") return observed;
  const { answers } = outcome.value;
  const { aliases, records, end } = walkChain(answers, name, type, apex);
  const isSigned = (owner: string) =>
    answers.some((record) => record.type === "RRSIG" && answerName(record.name) === owner);
  if (aliases.length === 0 || records.length === 0 || !isSigned(name) || isSigned(end)) return observed;
  const { server, outcome: checked } = await session.resolve({ name: answerName(end), type });
  const by = server === null ? null : { name: server.name, address: server.address };
  return { ...observed, outOfZone: { target: end, server: by, outcome: checked } };
}
