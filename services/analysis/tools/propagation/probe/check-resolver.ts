import { randomBytes } from "node:crypto";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer, Net } from "@dnstools/net";
import { judgeHealth, KNOWN } from "../judge/health.ts";
import type { Candidate, ResolverHealth } from "../observations.ts";
import { AskedAll } from "./ask-all.ts";

/** Result of a check, and whether the resolver sent any reply at all. */
export type Check = { readonly health: ResolverHealth; readonly isAnswered: boolean };

/** A check of a public resolver in progress. */
export type Checking = {
  /** Resolves after at most `resolverCheckMs` with the result known at that time. */
  readonly soon: Promise<Check>;
  /** Resolves when all queries of the check have completed. Only then is it certain that a resolver is silent. */
  readonly last: Promise<Check>;
};

/**
 * Checks a resolver with queries whose right answers are known: a name with one address, a non-existent name, and the
 * root's SOA record.
 */
export function checkResolver(
  session: Net["session"],
  { ip, operator }: Candidate,
  { resolverCheckMs, resolverQuestionsMs }: Waits,
): Checking {
  const checkedAt = new Date().toISOString();
  const server: DnsServer = { name: operator, address: ip, port: 53, upstream: "public" };
  const missing = `${randomBytes(8).toString("hex")}.com`;
  const own = session(AbortSignal.timeout(resolverQuestionsMs));
  const asked = new AskedAll(own, [
    { server, question: { name: KNOWN.name, type: "A" } },
    { server, question: { name: missing, type: "A" } },
    { server, question: { name: "", type: "SOA" }, dnssec: true },
  ]);
  const judge = (outcomes: readonly Outcome<DnsReply>[]): Check => {
    const [existing, gone, root] = outcomes as [Outcome<DnsReply>, Outcome<DnsReply>, Outcome<DnsReply>];
    const health = judgeHealth({ existing, missing: gone, root }, missing, checkedAt, [...own.evidence]);
    return { health, isAnswered: asked.isAnswered };
  };
  return { soon: asked.within(resolverCheckMs).then(judge), last: asked.all.then(judge) };
}

/**
 * Returns true if every query of a check was sent in time. A check with a query that was delayed in a queue shows
 * nothing about the resolver.
 */
export function leftInTime(
  { evidence, checkedAt }: ResolverHealth,
  { resolverCheckMs }: Pick<Waits, "resolverCheckMs">,
): boolean {
  return evidence.every(({ at }) => Date.parse(at) - Date.parse(checkedAt) <= resolverCheckMs);
}
