import { type Finding, finding } from "@dnstools/core/finding";
import type { InputOf } from "@dnstools/core/params";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool";
import type { contract } from "./contract.ts";
import type { Difference, DnsData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { delegationFindings, targetFindings } from "./judge-delegation.ts";
import { dnssecFindings, dnssecOf, isBogus } from "./judge-dnssec.ts";
import { ALIASES_MOST, loops, nameFindings } from "./judge-names.ts";
import { recordFindings, ttlFindings } from "./judge-records.ts";
import { differencesOf, failureFindings, recordsAt, serversFindings } from "./judge-servers.ts";
import { deniedBy, existsBy, judge, overall } from "./judge-types.ts";
import type { DnsSeen } from "./seen.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(seen: DnsSeen, input: Input): Judgement<DnsData> {
  // What the zone's servers said stands without our resolvers.
  const own = seen.types.filter(({ source }) => source === seen.mode);
  const lead = own.find((type) => type.outcome.kind === "present");
  if (seen.resolverAlive === false && lead === undefined) return RESOLVERS_DEAD;
  const gone = whoDenies(seen, input.domain);
  if (gone !== null) {
    return { kind: "domain_not_found", detail: `${input.domain} does not exist: ${gone} answered NXDOMAIN.` };
  }
  const zone = seen.zone?.kind === "present" ? seen.zone.value : null;
  const verdicts = new Map(
    seen.types.map((type) => [type.type, judge(type, input.domain, zone?.apex ?? "")]),
  );
  const differences = seen.mode === "resolver" ? [] : differencesOf(seen, input.domain);
  return {
    kind: "answer",
    data: {
      // What the parent says of a zone is no answer of the zone.
      status: overall(own.flatMap(({ type }) => verdicts.get(type) ?? [])),
      mode: seen.mode,
      server: lead?.server ?? null,
      zone: zone?.apex ?? null,
      nameServers:
        zone?.nameServers.map((server) => ({ ...server, addresses: [...server.addresses] })) ?? null,
      delegation: delegationData(seen.delegation),
      exchanges: seen.exchanges?.map((server) => ({ ...server, addresses: [...server.addresses] })) ?? null,
      types: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.state])),
      records: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.records])),
      answers: seen.mode === "resolver" ? wholeAnswer(seen) : null,
      resolver: seen.mode === "resolver" ? ofResolver(seen, input.domain) : null,
      differences: seen.mode === "resolver" ? null : differences,
      dnssec: dnssecOf(seen),
    },
    findings: [
      ...nameFindings(seen, input.domain, verdicts),
      ...(seen.mode === "resolver"
        ? resolverFindings(seen, input.domain)
        : zoneFindings(seen, input.domain, differences)),
    ],
  };
}

/**
 * Who says that the name itself does not exist; null when nobody does, or when a server of the zone shows that it
 * does: some answer NXDOMAIN for the types they do not know (RFC 4074 4.2). The zone's word goes before the resolver's.
 */
function whoDenies(seen: DnsSeen, name: string): string | null {
  const said = seen.types.filter(({ source }) => source === seen.mode);
  // Any server's word that it exists is enough: one that has lost a name must not take it from the others.
  const every = said.flatMap((type) => [type, ...type.said.map((one) => ({ ...type, ...one }))]);
  if (every.some((type) => existsBy(type, name))) return null;
  const own = said.find((type) => deniedBy(type, name));
  if (own !== undefined)
    return own.source === "resolver" ? "our resolver" : `the zone's server ${own.server?.name}`;
  const zone = seen.zone;
  const denied = zone?.kind === "absent" || (zone?.kind === "present" && zone.value.denied);
  return denied ? "our resolver" : null;
}

function wholeAnswer(seen: DnsSeen): readonly DnsRecord[] | null {
  const outcome = seen.types[0]?.outcome;
  return outcome?.kind === "present" ? outcome.value.answers : null;
}

function ofResolver(seen: DnsSeen, name: string): DnsData["resolver"] {
  const outcome = seen.types[0]?.outcome;
  const errors = new Map(seen.evidence.flatMap((one) => one.errors).map((error) => [error.code, error]));
  return {
    authenticated: outcome?.kind === "present" && outcome.value.flags.includes("ad"),
    bogus: isBogus(seen, name),
    errors: [...errors.values()],
  };
}

function delegationData(delegation: DnsSeen["delegation"]): DnsData["delegation"] {
  if (delegation === null) return null;
  const { parent, server, nameServers, ttl } = delegation;
  return {
    parent,
    server,
    nameServers: nameServers.map(({ name, glue }) => ({ name, glue: [...glue] })),
    ttl,
  };
}

/** What the resolver's answer, or its failure, gives to say. */
function resolverFindings(seen: DnsSeen, name: string): Finding[] {
  // It is the end of the aliases that cannot be resolved: each link before it was.
  const culprit = seen.aliases.at(-1) ?? name;
  if (isBogus(seen, name)) return [finding(FINDINGS, "dns.dnssec_bogus", culprit)];
  const servfail = seen.types.some(({ outcome: it }) => it.kind === "unknown" && it.reason === "servfail");
  // A loop, or a chain that nobody follows, is reason enough.
  if (servfail && seen.aliases.length <= ALIASES_MOST && !loops(seen.aliases, name))
    return [finding(FINDINGS, "dns.servfail", culprit)];
  return recordFindings((type) => recordsAt(seen, name, type), name);
}

/** What the zone's servers and its parent's give to say. */
function zoneFindings(seen: DnsSeen, name: string, differences: readonly Difference[]): Finding[] {
  const unfound = seen.zone?.kind === "unknown" && seen.zone.reason === "servfail";
  return [
    ...(unfound ? [finding(FINDINGS, "dns.servfail", name)] : []),
    ...delegationFindings(seen),
    ...failureFindings(seen),
    ...targetFindings(seen),
    ...recordFindings((type) => recordsAt(seen, name, type), name),
    ...ttlFindings((type) => recordsAt(seen, name, type), name),
    ...serversFindings(seen, differences, name),
    ...dnssecFindings(seen, name),
  ];
}
