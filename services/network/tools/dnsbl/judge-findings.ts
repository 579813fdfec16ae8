import { type Finding, finding, SEVERITIES } from "@dnstools/core/finding";
import type { ListData, ResultData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { listingFindings, namesOf } from "./judge-listings.ts";
import { isImportant, isMajor } from "./judge-verdict.ts";
import type { DnsblSeen } from "./seen.ts";

/** What the lists give to say, the worst first. @param whoOf the name or address that a result is about. */
export function listFindings(
  lists: readonly ListData[],
  seen: Pick<DnsblSeen, "publicResolvers">,
  whoOf: (result: ResultData, list: ListData) => string,
): Finding[] {
  const listed = lists.filter(({ status }) => status === "listed");
  const unknown = lists.filter(({ status }) => status === "unknown");
  const because = (...reasons: string[]) => unknown.filter(({ reason }) => reasons.includes(reason ?? ""));
  const all = (code: keyof typeof FINDINGS, about: readonly ListData[]) =>
    about.length === 0 ? [] : [finding(FINDINGS, code, namesOf(about))];
  // A resolver that rewrites does so to all lists; where some are believed, the others are parked.
  const believed = lists.some(({ status }) => status === "listed" || status === "not_listed");
  const findings = [
    ...listingFindings(lists, whoOf),
    ...(seen.publicResolvers.length === 0
      ? []
      : [finding(FINDINGS, "dnsbl.public_resolver", seen.publicResolvers.join(", "))]),
    ...(listed.some(isMajor) ? [] : all("dnsbl.inconclusive", unknown.filter(isImportant))),
    ...all(believed ? "dnsbl.parked" : "dnsbl.rewritten", because("rewritten")),
    ...all("dnsbl.refused", because("blocked", "refused")),
    ...all("dnsbl.unhealthy", because("list_unhealthy")),
  ];
  return findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
