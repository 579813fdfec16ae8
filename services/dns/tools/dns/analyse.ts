import type { Difference } from "@dnstools/core/domain/data";
import { splitViews } from "@dnstools/core/domain/parent-servers";
import { denialOf, readDomain } from "@dnstools/core/domain/report";
import { overall } from "@dnstools/core/domain/types";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isOurs } from "@dnstools/core/tool/environment";
import type { Finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import { ALIASES_MOST, loops } from "./aliases.ts";
import type { contract } from "./contract.ts";
import type { DnsData } from "./data.ts";
import { findingOf } from "./findings.ts";
import { apexFindings, delegationFindings } from "./judge/delegation.ts";
import { dnssecFindings, isBogus } from "./judge/dnssec.ts";
import { targetFindings } from "./judge/hosts.ts";
import { nameFindings } from "./judge/names.ts";
import { inconsistencyFindings } from "./judge/parent.ts";
import { recordFindings, ttlFindings } from "./judge/records.ts";
import { failureFindings, recordsAt, serversFindings } from "./judge/servers.ts";
import { shownBy } from "./judge/shown-by.ts";
import { signingFindings } from "./judge/signing.ts";
import { timeFindings } from "./judge/times.ts";
import { transportFindings } from "./judge/transport.ts";
import type { DnsObservation } from "./observations.ts";
import { asPlanned } from "./planned.ts";
import { doubtIn, summaryOf } from "./summary.ts";

type DnsInput = InputOf<typeof contract.params>;

/**
 * Judges the observation: the record types, DNSSEC, the findings and the summary, or that the name does not
 * exist.
 */
export function analyse(observed: DnsObservation, input: DnsInput): Judgement<DnsData> {
  // Answers of the zone's servers are valid even if our resolvers are down.
  const own = observed.types.filter(({ source }) => source === observed.mode);
  const lead = own.find((type) => type.outcome.kind === "present");
  if (observed.resolverAlive === false && lead === undefined) return RESOLVERS_DEAD;
  const { verdicts, trust, ...domain } = readDomain(observed, input.domain);
  const denial = denialOf(observed, input.domain);
  // If the denial of the name does not verify, validating resolvers answer SERVFAIL instead of NXDOMAIN.
  // A server that refers to a zone below contradicts it too.
  const isSplit = splitViews(observed).length > 0;
  if (denial !== null && !isSplit && domain.dnssec?.status !== "bogus") {
    return {
      kind: "domain_not_found",
      detail: `${input.domain} does not exist: ${denial}.`,
    };
  }
  const resolver = observed.mode === "resolver";
  // The parent's servers answer the query for DS, so this is not an answer of the zone.
  const status = overall(own.flatMap(({ type }) => verdicts.get(type) ?? []));
  const findings = [
    ...nameFindings(observed, input.domain, verdicts),
    ...(resolver
      ? resolverFindings(observed, input.domain)
      : [
          ...inconsistencyFindings(observed, input.domain, trust?.chain ?? []),
          ...zoneFindings(observed, input.domain, domain.differences ?? []),
          ...dnssecFindings(observed, input.domain, trust),
          ...signingFindings(observed, trust),
        ]),
  ];
  const data: DnsData = {
    status,
    mode: observed.mode,
    server: lead?.server ?? null,
    ...domain,
    answers: resolver ? wholeAnswer(observed) : null,
    resolver: resolver ? ofResolver(observed, input.domain) : null,
  };
  const summary = summaryOf(findings, data, input.domain, doubtIn(observed, input.domain));
  return { kind: "answer", data, ...asPlanned({ summary, findings }, input) };
}

function wholeAnswer(observed: DnsObservation): readonly DnsRecord[] | null {
  const outcome = observed.types[0]?.outcome;
  return outcome?.kind === "present" ? outcome.value.answers : null;
}

function ofResolver(observed: DnsObservation, name: string): DnsData["resolver"] {
  const outcome = observed.types[0]?.outcome;
  const errors = new Map(observed.evidence.flatMap((one) => one.errors).map((error) => [error.code, error]));
  return {
    authenticated: outcome?.kind === "present" && outcome.value.flags.includes("ad"),
    bogus: isBogus(observed, name),
    errors: [...errors.values()],
  };
}

/** Returns the findings about the resolver's answer, or about its failure. */
function resolverFindings(observed: DnsObservation, name: string): Finding[] {
  // Only the last name of the alias chain cannot be resolved, since the resolver followed every alias before it.
  const culprit = observed.aliases.at(-1) ?? name;
  const filtered = observed.types.some(
    ({ outcome: it }) => it.kind === "unknown" && it.reason === "filtered",
  );
  if (filtered) return [findingOf("dns.resolver_filters", name)];
  if (isBogus(observed, name)) return [findingOf("dns.dnssec_bogus", culprit)];
  const servfail = observed.types.some(
    ({ outcome: it }) => it.kind === "unknown" && it.reason === "servfail",
  );
  // Without an answer to the query that disables signature checks, nothing is known of the cause.
  const { unchecked } = observed;
  const isOpen = unchecked?.kind === "unknown" && isOurs(unchecked.reason);
  // A CNAME loop, or a chain that is too long for resolvers, explains the SERVFAIL.
  if (servfail && !isOpen && observed.aliases.length <= ALIASES_MOST && !loops(observed.aliases, name))
    return [findingOf("dns.servfail", culprit)];
  return recordFindings((type) => recordsAt(observed, name, type), name);
}

/** Returns the findings about the answers of the zone's servers and of the parent's servers. */
function zoneFindings(observed: DnsObservation, name: string, differences: readonly Difference[]): Finding[] {
  const unfound = observed.zone?.kind === "unknown" && observed.zone.reason === "servfail";
  return [
    ...(unfound
      ? [
          findingOf("dns.servfail", {
            subjects: [name],
            evidence: shownBy(observed, { rcode: "SERVFAIL" }),
          }),
        ]
      : []),
    ...delegationFindings(observed),
    ...apexFindings(observed, name),
    ...failureFindings(observed, name),
    ...transportFindings(observed),
    ...targetFindings(observed),
    ...recordFindings((type) => recordsAt(observed, name, type), name),
    ...ttlFindings((type) => recordsAt(observed, name, type), name),
    ...serversFindings(observed, differences, name),
    ...timeFindings(observed, name),
  ];
}
