import type { OutOfZoneTarget, TypeObservation } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { NetSession } from "../session.ts";
import { withoutValidation } from "./validation.ts";
import { shownServer } from "./zone.ts";

/**
 * Queries our resolver for the target of a signed alias if the zone's servers return records of the target that the zone
 * itself has not signed. These records lie in another zone on the same servers, or their signature is missing. The
 * result is stored in `outOfZone`, as for targets in other zones.
 */
export async function checkTarget(
  session: NetSession,
  observed: TypeObservation,
  name: DomainName,
  apex: DomainName,
): Promise<TypeObservation> {
  const { outcome, outOfZone, type } = observed;
  if (outcome.kind !== "present" || type === "DS") return observed;
  const target = unsignedTarget(outcome.value, name, type, apex);
  if (target === null || target === outOfZone?.target) return observed;
  return { ...observed, outOfZone: await askTarget(session, target, type) };
}

/**
 * Queries our resolver for the records at an alias's target. A failure is compared with the target's servers, and, if it
 * remains, the query is repeated without validation.
 * @param asked the name to query: the target, or an alias that leads to it.
 */
export async function askTarget(
  session: NetSession,
  target: DomainName,
  type: ShownType,
  asked = target,
): Promise<OutOfZoneTarget> {
  const question = { name: asked, type };
  const { server, outcome } = await session.resolve(question, {
    decisive: ["failure", "nxdomain", "nodata"],
  });
  const unchecked = await withoutValidation(session, question, outcome);
  return { target, asked, server: shownServer(server), outcome, unchecked };
}

/**
 * Returns the first name behind a signed zone's alias whose records the zone has not signed; null if there is none.
 */
function unsignedTarget(
  { answers }: DnsReply,
  name: DomainName,
  type: string,
  apex: DomainName,
): DomainName | null {
  const { aliases, records, end } = walkChain(answers, name, type, apex);
  const own = answers.filter(
    (record): record is DnsRecord<"RRSIG"> =>
      record.type === "RRSIG" && answerName((record as DnsRecord<"RRSIG">).data.signer) === apex,
  );
  if (aliases.length === 0 || own.length === 0) return null;
  // A CNAME synthesized from a DNAME has no signature, but the DNAME has one (RFC 6672 5.3.1).
  const isSigned = (owner: string, covered: string) =>
    own.some(
      ({ name: of, data }) =>
        (data.covered === covered && answerName(of) === owner) ||
        (covered === "CNAME" && data.covered === "DNAME" && isWithin(owner, answerName(of))),
    );
  const [, ...behind] = aliases.map((alias) => answerName(alias.name));
  const unsigned = behind.find((owner) => !isSigned(owner, "CNAME"));
  return unsigned ?? (records.length > 0 && !isSigned(end, type) ? answerName(end) : null);
}
