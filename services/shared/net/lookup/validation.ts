import type { DomainObservation } from "@dnstools/core/domain/observations";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DomainName } from "@dnstools/core/protocol/names";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";

/** The validation result if our resolver was not queried. */
export const NOT_VALIDATED = { outcome: unknown("held_back"), unchecked: null } as const;

/**
 * Tests whether our validating resolver accepts the zone's SOA record, or a registry's denial of the name. After
 * SERVFAIL, the query is repeated without validation.
 * @param denied true if the registry's servers deny the name.
 */
export async function validate(
  session: NetSession,
  name: DomainName,
  denied: boolean,
): Promise<DomainObservation["validation"]> {
  const question = { name, type: "SOA" } as const;
  const decisive = denied ? (["failure"] as const) : (["nxdomain", "nodata"] as const);
  const { server, outcome } = await session.resolve(question, { decisive });
  // The zone's own servers say nothing about what resolvers accept.
  if (server?.upstream === "authoritative") return { name, outcome: unknown("filtered"), unchecked: null };
  return { name, outcome, unchecked: await withoutValidation(session, question, outcome) };
}

/**
 * Repeats a query to our resolver without validation if the resolver answered SERVFAIL. If it then answers, the records
 * are bogus (RFC 4035 5.5). Returns null after another outcome.
 */
export async function withoutValidation(
  session: NetSession,
  question: Question,
  outcome: Outcome<DnsReply>,
): Promise<Outcome<DnsReply> | null> {
  if (outcome.kind !== "unknown" || outcome.reason !== "servfail") return null;
  return (await session.resolve(question, { unchecked: true })).outcome;
}
