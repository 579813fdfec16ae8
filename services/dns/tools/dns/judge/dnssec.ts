import { type DnssecJudged, failedFor } from "@dnstools/core/domain/dnssec";
import type { About, Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { algorithmFindings } from "./algorithms.ts";
import { shownBy, shownByEach } from "./shown-by.ts";
import { endedFindings, lateFindings, signatureFindings } from "./signatures.ts";
import { aboutDs, chainFindings } from "./trust-chain.ts";

/** Targets of aliases that get a finding. */
const LISTED_MAX = 8;

/** What is wrong with the DNSSEC of a name and its zone: which zone, which records, at which servers, and why. */
export function dnssecFindings(
  observed: DnsObservation,
  name: string,
  judged: DnssecJudged | null,
): Finding[] {
  if (judged === null) return algorithmFindings(observed, name);
  const { data, chain, failures } = judged;
  const zone = observed.zone?.kind === "present" ? observed.zone.value.apex : name;
  const own = [...chainFindings(observed, chain, zone), ...signatureFindings(observed, failures)];
  const ended =
    chain.at(-1)?.trust === "unknown" || chain.length === 0 ? endedFindings(observed, data.ds) : [];
  const broken = [...own, ...ended];
  // Where our own check gives no reason, the resolver's verdict stands alone.
  const unexplained = data.status === "bogus" && !broken.some(({ severity }) => severity === "critical");
  return [
    ...(unexplained ? bogusFindings(observed, zone, judged) : []),
    ...broken,
    ...differs(observed, zone, judged),
    ...(data.status === "insecure" && chain.at(-1)?.trust !== "secure" ? [] : lateFindings(observed)),
    ...algorithmFindings(observed, name),
  ];
}

/** Findings where the resolver finds something bogus: a DS that the parent's servers fail to give, a CNAME target, or the zone. */
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

/** What the resolver gave as its reason, for a sentence to end with. */
function reasonOf(errors: DnssecJudged["data"]["resolver"]["errors"]): string {
  const [error] = errors;
  return error === undefined ? "" : ` (${error.name}${error.text === "" ? "" : `: ${error.text}`})`;
}

/** Where our own check of the zone and the resolver's come to different verdicts. */
function differs(observed: DnsObservation, zone: string, { data, chain, failures }: DnssecJudged): Finding[] {
  const own = chain.at(-1)?.trust ?? "unknown";
  const { status, errors } = data.resolver;
  // The resolver was asked for the SOA. One that does not know an algorithm takes as unsigned what verifies here.
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
 * With type, whether an answer comes once signatures are not checked; null where that was not tried, not found out, or
 * where the resolver has another reason for its failure: servers fail at one time and not at another.
 */
export function isBogus(observed: DnsObservation, name: string): boolean | null {
  const { unchecked, evidence, types } = observed;
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  if (unchecked.kind !== "present") return false;
  return failedFor(evidence, `${name}. IN ${types[0]?.type}`) === "other" ? null : true;
}
