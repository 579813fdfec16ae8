import type { Finding } from "@dnstools/core/tool/finding";
import type { ListData } from "../data.ts";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsblObservation } from "../observations.ts";
import { aboutLists, listingFindings, type Shown } from "./listings.ts";
import { isImportant, isMajor } from "./verdict.ts";

/** Findings about the lists' answers. A list that was not asked, since it failed its test points before, has no exchange. */
export function listFindings(
  lists: readonly ListData[],
  { publicResolvers, evidence }: Pick<DnsblObservation, "publicResolvers" | "evidence">,
  shown: Shown,
): Finding[] {
  const listed = lists.filter(({ status }) => status === "listed");
  const unknown = lists.filter(({ status }) => status === "unknown");
  const because = (...reasons: string[]) => unknown.filter(({ reason }) => reasons.includes(reason ?? ""));
  const askedOf = (...reasons: string[]) => because(...reasons).filter(isSilent);
  const all = (code: keyof typeof FINDINGS, some: readonly ListData[]) =>
    some.length === 0 ? [] : [findingOf(code, aboutLists(some, shown))];
  // A resolver that rewrites does so to all lists; where others are believed, or silent, those that are rewritten are parked.
  const believed = lists.some(({ status }) => status === "listed" || status === "not_listed");
  const rewritten = because("rewritten");
  const parked = believed || rewritten.length <= unknown.length / 2;
  // A list that was not asked is not to blame: the mail server could not be found out, or there is no key.
  const silent = unknown.filter((list) => isSilent(list) || list.reason === "no_key");
  // One exchange shows which resolver was asked.
  const through = evidence.filter(({ address }) => publicResolvers.includes(address)).slice(0, 1);
  return [
    ...listingFindings(lists, shown),
    ...(publicResolvers.length === 0
      ? []
      : [
          findingOf("dnsbl.public_resolver", {
            subjects: publicResolvers,
            evidence: through.map(({ id }) => id),
          }),
        ]),
    ...(listed.some(isMajor) ? [] : all("dnsbl.inconclusive", silent.filter(isImportant))),
    ...all(parked ? "dnsbl.parked" : "dnsbl.rewritten", rewritten),
    ...all("dnsbl.refused", askedOf("blocked", "refused")),
    ...all("dnsbl.unhealthy", because("list_unhealthy")),
  ];
}

/** Whether an answer of the list itself is missing, or not believed. */
function isSilent({ results }: ListData): boolean {
  return results.some(({ status }) => status === "unknown");
}
