import type { Difference } from "@dnstools/core/domain/data";
import { readDomain, whoDenies } from "@dnstools/core/domain/report";
import { overall } from "@dnstools/core/domain/types";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { type Finding, finding, SEVERITIES } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import { ALIASES_MOST, loops } from "./aliases.ts";
import type { contract } from "./contract.ts";
import type { DnsData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { apexFindings, delegationFindings, targetFindings } from "./judge/delegation.ts";
import { dnssecFindings, isBogus } from "./judge/dnssec.ts";
import { nameFindings } from "./judge/names.ts";
import { recordFindings, ttlFindings } from "./judge/records.ts";
import { failureFindings, recordsAt, serversFindings } from "./judge/servers.ts";
import { signingFindings } from "./judge/signing.ts";
import { timeFindings } from "./judge/times.ts";
import { transportFindings } from "./judge/transport.ts";
import type { DnsSeen } from "./seen.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(seen: DnsSeen, input: Input): Judgement<DnsData> {
  // What the zone's servers said stands without our resolvers.
  const own = seen.types.filter(({ source }) => source === seen.mode);
  const lead = own.find((type) => type.outcome.kind === "present");
  if (seen.resolverAlive === false && lead === undefined) return RESOLVERS_DEAD;
  const { verdicts, trust, ...domain } = readDomain(seen, input.domain);
  const gone = whoDenies(seen, input.domain);
  // Where the denial does not verify, validating resolvers answer SERVFAIL and not that the name does not exist.
  if (gone !== null && domain.dnssec?.status !== "bogus") {
    return { kind: "domain_not_found", detail: `${input.domain} does not exist: ${gone} answered NXDOMAIN.` };
  }
  const resolver = seen.mode === "resolver";
  return {
    kind: "answer",
    data: {
      // What the parent says of a zone is no answer of the zone.
      status: overall(own.flatMap(({ type }) => verdicts.get(type) ?? [])),
      mode: seen.mode,
      server: lead?.server ?? null,
      ...domain,
      answers: resolver ? wholeAnswer(seen) : null,
      resolver: resolver ? ofResolver(seen, input.domain) : null,
    },
    findings: worstFirst([
      ...nameFindings(seen, input.domain, verdicts),
      ...(resolver
        ? resolverFindings(seen, input.domain)
        : [
            ...zoneFindings(seen, input.domain, domain.differences ?? []),
            ...dnssecFindings(seen, input.domain, trust),
            ...signingFindings(seen, trust),
          ]),
    ]),
  };
}

function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
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

/** What the resolver's answer, or its failure, gives to say. */
function resolverFindings(seen: DnsSeen, name: string): Finding[] {
  // It is the end of the aliases that cannot be resolved: each link before it was.
  const culprit = seen.aliases.at(-1) ?? name;
  const filtered = seen.types.some(({ outcome: it }) => it.kind === "unknown" && it.reason === "filtered");
  if (filtered) return [finding(FINDINGS, "dns.resolver_filters", name)];
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
    ...apexFindings(seen, name),
    ...failureFindings(seen, name),
    ...transportFindings(seen),
    ...targetFindings(seen),
    ...recordFindings((type) => recordsAt(seen, name, type), name),
    ...ttlFindings((type) => recordsAt(seen, name, type), name),
    ...serversFindings(seen, differences, name),
    ...timeFindings(seen, name),
  ];
}
