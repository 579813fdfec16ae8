import type { TypeObservation } from "@dnstools/core/domain/observations";
import { splitViews } from "@dnstools/core/domain/parent-servers";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import type { InputOf } from "@dnstools/core/tool/params";
import { delegatedServers } from "@dnstools/core/tool/params/delegation";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Net, NetSession } from "@dnstools/net";
import { descend } from "@dnstools/net/lookup/delegation";
import { isSigned, lookAtDomain, NO_NAMES, resolverSays } from "@dnstools/net/lookup/domain";
import { reachPlanned } from "@dnstools/net/lookup/planned";
import { reachZone } from "@dnstools/net/lookup/reach";
import { withoutValidation } from "@dnstools/net/lookup/validation";
import { failingTarget, failsAtAlias } from "./aliases.ts";
import type { contract } from "./contract.ts";
import type { DnsObservation } from "./observations.ts";

/** Queries the zone's servers for all main types or, with `type`, our resolver for that type. */
export async function probe(
  input: InputOf<typeof contract.params>,
  net: Net,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<DnsObservation> {
  const session = net.session(signal, { progress });
  const observed =
    input.type === null
      ? await fromZone(session, input, progress)
      : await progress.part(input.type, fromResolver(session, input.domain, input.type));
  return { ...observed, at: session.nowS(), evidence: session.evidence };
}

type ZoneObservation = Omit<DnsObservation, "evidence" | "at">;

async function fromResolver(
  session: NetSession,
  name: DomainName,
  type: ShownType,
): Promise<ZoneObservation> {
  const observed = await withNxname(session, await resolverSays(session, name, type), name);
  const { outcome } = observed;
  const failed = outcome.kind === "unknown";
  const servfail = failed && outcome.reason === "servfail";
  const [resolverAlive, isUnvalidated, unchecked, aliases] = await Promise.all([
    failed ? session.resolverAlive() : null,
    isUnchecked(session, observed, name),
    withoutValidation(session, { name, type }, outcome),
    servfail && type !== "CNAME" ? aliasesOf(session, name) : [],
  ]);
  return {
    mode: "resolver",
    zone: null,
    delegation: null,
    resolverAlive,
    types: [observed],
    unchecked,
    isUnvalidated,
    ...NO_NAMES,
    aliases,
  };
}

/**
 * Asks our resolver for the proof of an empty answer that it has validated: in a zone with compact denial, only the
 * NSEC record says that the name does not exist (RFC 9824 2).
 */
async function withNxname(
  session: NetSession,
  observed: TypeObservation,
  name: DomainName,
): Promise<TypeObservation> {
  const { outcome, type } = observed;
  const isEmpty = outcome.kind === "present" && outcome.value.answers.length === 0;
  if (!isEmpty || outcome.value.rcode !== "NOERROR" || !outcome.value.flags.includes("ad")) return observed;
  const signed = await session.resolve({ name, type }, { dnssec: true });
  const denied = signed.outcome.kind === "present" && isDenied(signed.outcome.value, name);
  return denied ? { ...observed, outcome: signed.outcome } : observed;
}

/** Returns true if our resolver does not check signatures, although the name's zone is signed or may be. */
async function isUnchecked(
  session: NetSession,
  { outcome, server, type }: TypeObservation,
  name: DomainName,
): Promise<boolean> {
  const isOfResolver = outcome.kind === "present" && server?.name === "resolver";
  if (!isOfResolver || (await session.resolverRejectsBogus()) === true) return false;
  const descent = await descend(session, name);
  const isUnvalidated = descent.kind !== "present" || (await isSigned(session, descent.value)) !== false;
  if (isUnvalidated) session.blameResolver({ name, type }, null, "resolver_no_dnssec");
  return isUnvalidated;
}

/**
 * Follows the name's aliases and returns their targets. Each alias is queried separately, since SERVFAIL does not show
 * which alias of the chain fails.
 */
async function aliasesOf(session: NetSession, name: DomainName): Promise<string[]> {
  const names: string[] = [name];
  for (let at: string = name; names.length <= ALIASES_MAX; ) {
    const { outcome } = await session.resolve({ name: at, type: "CNAME" });
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const [alias] = walkChain(answers, at, "CNAME").records as readonly DnsRecord<"CNAME">[];
    if (alias === undefined) break;
    at = answerName(alias.data.target);
    const repeated = names.includes(at);
    names.push(at);
    if (repeated) break;
  }
  return names.slice(1);
}

/** Maximum number of aliases that are followed. */
const ALIASES_MAX = 20;

async function fromZone(
  session: NetSession,
  { domain: name, ns, ds }: Pick<InputOf<typeof contract.params>, "domain" | "ns" | "ds">,
  progress: WorkProgress,
): Promise<ZoneObservation> {
  const options = { ds, chain: true, progress } as const;
  const reached = reachPlanned(session, name, ns && delegatedServers(ns));
  const first = await lookAtDomain(session, name, { reached, ...options });
  // If some servers refer to a zone below and others answer for the name themselves, the zone below is judged.
  const observed =
    splitViews(first).length === 0
      ? first
      : await lookAtDomain(session, name, { reached: reachZone(session, name, true), ...options });
  // The target of an alias may fail because the aliases form a loop through this zone or are too many. Some servers,
  // such as BIND, then return a failure themselves.
  const fails = failingTarget(observed.types) !== null || failsAtAlias(observed.types);
  const aliases = fails ? await aliasesOf(session, name) : [];
  return { ...observed, mode: "authoritative", unchecked: null, isUnvalidated: false, aliases };
}
