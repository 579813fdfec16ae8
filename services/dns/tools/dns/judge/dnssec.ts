import { type DnssecJudged, failedFor, failsToReadSoa } from "@dnstools/core/domain/dnssec";
import type { About, Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { algorithmFindings } from "./algorithms.ts";
import { fromChildFindings } from "./parent.ts";
import { ofHosts, shownBy, shownByEach } from "./shown-by.ts";
import { endedFindings, lateFindings, signatureFindings } from "./signatures.ts";
import { aboutDs, chainFindings } from "./trust-chain.ts";

/** Maximum number of alias targets that get a finding. */
const LISTED_MAX = 8;

/**
 * Returns the findings about the DNSSEC of a name and its zone: the zone, the records and the servers concerned, and
 * the cause.
 */
export function dnssecFindings(
  observed: DnsObservation,
  name: string,
  judged: DnssecJudged | null,
): Finding[] {
  if (judged === null) return algorithmFindings(observed, name);
  const { data, chain, failures } = judged;
  const zone = observed.validation?.name ?? name;
  // If our resolver verifies the SOA, it supports an algorithm that this API does not.
  const isSupported = data.resolver.status === "secure" && failsToReadSoa(failures);
  const failing = failures.filter(({ state }) => state !== "unsupported" || !isSupported);
  const own = [
    ...fromChildFindings(observed, chain),
    ...chainFindings(observed, chain, zone),
    ...signatureFindings(observed, failing, chain.at(-1)?.keys ?? []),
  ];
  const ended =
    chain.at(-1)?.trust === "unknown" || chain.length === 0 ? endedFindings(observed, data.ds) : [];
  const broken = [...own, ...ended];
  // If our own check finds no cause, the finding is based on the resolver's verdict alone.
  const isCause = ({ severity, code }: Finding) =>
    severity === "critical" || code === "dns.nxdomain_of_existing";
  const unexplained = data.status === "bogus" && !broken.some(isCause);
  return [
    ...(unexplained ? bogusFindings(observed, zone, judged) : []),
    ...(data.status === "unknown" && !broken.some(isCause) ? refusedFindings(observed, zone, judged) : []),
    ...broken,
    ...judged.bogusServers.map((host) =>
      findingOf("dns.ns_bogus", {
        subject: host,
        subjects: [host],
        evidence: shownBy(observed, ofHosts([host])),
      }),
    ),
    ...differs(observed, zone, judged),
    ...(data.status === "insecure" && chain.at(-1)?.trust !== "secure" ? [] : lateFindings(observed)),
    ...algorithmFindings(observed, name),
  ];
}

/**
 * Returns findings about data that the resolver judges bogus: a zone whose parent's servers fail to return the DS, a
 * CNAME target, or the zone itself.
 */
function bogusFindings(
  observed: DnsObservation,
  zone: string,
  { data, chain, bogusTargets }: DnssecJudged,
): Finding[] {
  const failing = chain.find(({ reason }) => reason === "ds_servfail");
  if (failing !== undefined) return [findingOf("dns.ds_servfail", aboutDs(observed, failing.zone))];
  const about = (name: string, subject = name): About => ({
    subject,
    subjects: [name],
    evidence: shownBy(observed, { names: [name], at: ["resolver"], rcode: "SERVFAIL" }, { names: [name] }),
  });
  return bogusTargets.length > 0
    ? bogusTargets.slice(0, LISTED_MAX).map((target) => findingOf("dns.dnssec_bogus", about(target)))
    : [findingOf("dns.dnssec_bogus", about(zone, `${zone}${reasonOf(data.resolver.errors)}`))];
}

/**
 * Returns a finding if our resolver answers SERVFAIL for a zone of unknown DNSSEC status as long as it checks
 * signatures: it refuses the zone, although this API does not know why.
 */
function refusedFindings(observed: DnsObservation, zone: string, { data }: DnssecJudged): Finding[] {
  const { outcome, unchecked } = observed.validation ?? {};
  const isRefused = outcome?.kind === "unknown" && outcome.reason === "servfail";
  // A zone without SOA has a finding of its own.
  if (!isRefused || unchecked?.kind !== "present" || unchecked.value.answers.length === 0) return [];
  const subject = `${zone}${reasonOf(data.resolver.errors)}`;
  const evidence = shownBy(observed, { names: [zone], at: ["resolver"], types: ["SOA"] });
  return [findingOf("dns.resolver_refuses", { subject, subjects: [zone], evidence })];
}

/** Returns the resolver's reason in parentheses, for the end of a sentence; empty if the resolver reported none. */
function reasonOf(errors: DnssecJudged["data"]["resolver"]["errors"]): string {
  const [error] = errors;
  return error === undefined ? "" : ` (${error.name}${error.text === "" ? "" : `: ${error.text}`})`;
}

/** Returns a finding if our own check of the zone and the resolver come to different verdicts. */
function differs(observed: DnsObservation, zone: string, { data, chain, failures }: DnssecJudged): Finding[] {
  const own = chain.at(-1)?.trust ?? "unknown";
  const { status, errors } = data.resolver;
  // The resolver was queried only for the SOA. If the resolver does not support an algorithm, it treats records as
  // unsigned whose signatures verify here.
  const soa = failures.some(({ types }) => types.includes("SOA"));
  const comparable = own !== "unknown" && status !== "unknown" && !soa;
  return comparable && (own === "bogus") !== (status === "bogus")
    ? [
        findingOf("dns.dnssec_resolver_differs", {
          subject: `${zone} is ${own} here, and ${status} for our resolver${reasonOf(errors)}`,
          subjects: [zone, `own check: ${own}`, `resolver: ${status}`],
          evidence: shownByEach(observed, [
            { names: [zone], types: ["SOA"], at: ["resolver"] },
            { names: [zone], types: ["DNSKEY"] },
          ]),
        }),
      ]
    : [];
}

/**
 * Returns true if, in a call with `type`, the resolver answers as soon as signature checks are disabled. Returns null
 * if this was not tried or could not be determined, or if the resolver reports another reason for its failure, because
 * the failure may have been temporary.
 */
export function isBogus(observed: DnsObservation, name: string): boolean | null {
  const { unchecked, evidence, types } = observed;
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  if (unchecked.kind !== "present") return false;
  return failedFor(evidence, `${name}. IN ${types[0]?.type}`) === "other" ? null : true;
}
