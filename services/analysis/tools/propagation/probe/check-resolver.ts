import { randomBytes } from "node:crypto";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer, Net } from "@dnstools/net";
import { judgeHealth, KNOWN } from "../judge/health.ts";
import type { Candidate, ResolverHealth } from "../observations.ts";
import { AskedAll } from "./ask-all.ts";

/** What a check found, and whether the resolver answered anything. */
export type Check = { readonly health: ResolverHealth; readonly isAnswered: boolean };

/** A check of a public resolver under way. */
export type Checking = {
  /** What it has found when `resolverCheckMs` are over. */
  readonly soon: Promise<Check>;
  /** What it has found when all questions have ended: silence is certain only then. */
  readonly last: Promise<Check>;
};

/** Sends a resolver queries with known answers: a name with one address, a name that does not exist, and the root's SOA with signatures. */
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

/** Whether every question of a check left in time: one that stood in line says nothing of the resolver. */
export function leftInTime(
  { evidence, checkedAt }: ResolverHealth,
  { resolverCheckMs }: Pick<Waits, "resolverCheckMs">,
): boolean {
  return evidence.every(({ at }) => Date.parse(at) - Date.parse(checkedAt) <= resolverCheckMs);
}
