import type { Finding } from "@dnstools/core/tool/finding";
import type { ListData } from "../data.ts";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsblObservation } from "../observations.ts";
import { aboutLists, listingFindings, type Shown } from "./listings.ts";
import { isImportant, isMajor } from "./verdict.ts";

/**
 * Returns the findings about the lists' answers. A list that was not queried because it failed an earlier test has no
 * exchange as evidence.
 */
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
  // A resolver that rewrites answers does so for all lists. If other lists' answers are believed, or other lists do not
  // answer, the resolver is not at fault: the lists with rewritten answers are then parked domains.
  const believed = lists.some(({ status }) => status === "listed" || status === "not_listed");
  const rewritten = because("rewritten");
  const parked = believed || rewritten.length <= unknown.length / 2;
  // Lists that were not queried because the mail server is unknown are left out; lists that require a key are included.
  const silent = unknown.filter((list) => isSilent(list) || list.reason === "no_key");
  return [
    ...listingFindings(listed, shown),
    ...(publicResolvers.length === 0
      ? []
      : [
          findingOf("dnsbl.public_resolver", {
            subjects: publicResolvers,
            // One exchange is enough to show which resolver was used.
            evidence: evidence
              .filter(({ address }) => publicResolvers.includes(address))
              .slice(0, 1)
              .map(({ id }) => id),
          }),
        ]),
    ...(listed.some(isMajor) ? [] : all("dnsbl.inconclusive", silent.filter(isImportant))),
    ...all(parked ? "dnsbl.parked" : "dnsbl.rewritten", rewritten),
    ...all("dnsbl.refused", askedOf("blocked", "refused")),
    ...all("dnsbl.unhealthy", because("list_unhealthy")),
  ];
}

/** Returns true if an answer of the list itself is missing or not believed. */
function isSilent({ results }: ListData): boolean {
  return results.some(({ status }) => status === "unknown");
}
