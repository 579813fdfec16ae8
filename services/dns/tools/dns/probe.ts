import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Look, Net } from "@dnstools/net";
import { lookAtDomain, NO_NAMES, resolverSays } from "@dnstools/net/lookup/domain";
import { failedBeyond, failsAtAlias } from "./aliases.ts";
import type { contract } from "./contract.ts";
import type { DnsObservation } from "./observations.ts";

export async function probe(
  input: InputOf<typeof contract.params>,
  net: Net,
  signal: AbortSignal,
): Promise<DnsObservation> {
  const look = net.look(signal);
  const at = Math.floor(Date.now() / 1000);
  const observed =
    input.type === null
      ? await fromZone(look, input.domain)
      : await fromResolver(look, input.domain, input.type);
  return { ...observed, at, evidence: look.evidence };
}

type Sight = Omit<DnsObservation, "evidence" | "at">;

async function fromResolver(look: Look, name: DomainName, type: ShownType): Promise<Sight> {
  const observed = await resolverSays(look, name, type);
  const failed = observed.outcome.kind === "unknown";
  const servfail = observed.outcome.kind === "unknown" && observed.outcome.reason === "servfail";
  const [resolverAlive, unchecked, aliases] = await Promise.all([
    failed ? look.resolverAlive() : null,
    servfail ? withoutCheck(look, name, type) : null,
    servfail && type !== "CNAME" ? aliasesOf(look, name) : [],
  ]);
  return {
    mode: "resolver",
    zone: null,
    delegation: null,
    resolverAlive,
    types: [observed],
    unchecked,
    ...NO_NAMES,
    aliases,
  };
}

/** Where aliases lead from a name, each asked for by itself: SERVFAIL does not say which link of the chain fails. */
async function aliasesOf(look: Look, name: DomainName): Promise<string[]> {
  const names: string[] = [name];
  for (let at: string = name; names.length <= ALIASES_MAX; ) {
    const { outcome } = await look.resolve({ name: at, type: "CNAME" });
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const [alias] = walkChain(answers, at, "CNAME").records as readonly DnsRecord<"CNAME">[];
    if (alias === undefined) break;
    at = answerName(alias.data.target);
    const known = names.includes(at);
    names.push(at);
    if (known) break;
  }
  return names.slice(1);
}

/** Aliases that are followed one by one. */
const ALIASES_MAX = 20;

/** SERVFAIL with and an answer without the check of signatures is bogus, not broken (RFC 4035 5.5). */
async function withoutCheck(look: Look, name: DomainName, type: ShownType) {
  return (await look.resolve({ name, type }, { unchecked: true })).outcome;
}

async function fromZone(look: Look, name: DomainName): Promise<Sight> {
  const observed = await lookAtDomain(look, name, undefined, true);
  // The target may fail because it leads back to this zone, or on and on; at such aliases some servers (BIND) fail themselves.
  const fails = failedBeyond(observed.types) !== null || failsAtAlias(observed.types);
  const aliases = fails ? await aliasesOf(look, name) : [];
  return { ...observed, mode: "authoritative", unchecked: null, aliases };
}
