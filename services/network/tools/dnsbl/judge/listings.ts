import type { Finding } from "@dnstools/core/tool/finding";
import type { ListData, ResultData } from "../data.ts";
import { findingOf } from "../findings.ts";
import { kindOf } from "./codes.ts";
import { isMajor } from "./verdict.ts";

/** Names in a finding; the lists themselves say the rest. */
const NAMES_MAX = 10;
const WEIGHTS: readonly ListData["weight"][] = ["high", "medium", "low"];

type ListingCode = "dnsbl.listed" | "dnsbl.listed_policy" | "dnsbl.listed_minor";

/** One list that has one of the names or addresses asked about. */
type Listing = { readonly list: ListData; readonly who: string; readonly code: ListingCode };

/**
 * What is listed: one finding for each place where removal is asked for, heavy lists first, and one for all lists that
 * few receivers use. @param whoOf the name or address of a subject.
 */
export function listingFindings(
  lists: readonly ListData[],
  whoOf: (subject: ResultData["subject"]) => string,
): Finding[] {
  const listings = lists
    .flatMap((list) =>
      list.results
        .filter(({ status }) => status === "listed")
        .map((result): Listing => ({ list, who: whoOf(result.subject), code: codeOf(list, result) })),
    )
    .toSorted((a, b) => WEIGHTS.indexOf(a.list.weight) - WEIGHTS.indexOf(b.list.weight));
  const groups = Map.groupBy(listings, ({ code, list }) =>
    code === "dnsbl.listed_minor" ? code : `${code} ${list.delistUrl}`,
  );
  return [...groups.values()].map(groupFinding);
}

function codeOf({ weight, kind: ofList }: ListData, { codes }: ResultData): ListingCode {
  const kind = kindOf(codes) ?? ofList;
  if (kind === "policy") return "dnsbl.listed_policy";
  return isMajor({ weight, kind }) ? "dnsbl.listed" : "dnsbl.listed_minor";
}

function groupFinding(listings: readonly Listing[]): Finding {
  const code = listings[0]?.code ?? "dnsbl.listed";
  const subject = [...Map.groupBy(listings, ({ who }) => who)]
    .map(([who, of]) => `${who} on ${namesOf(of.map(({ list }) => list))}`)
    .join("; ");
  const one = findingOf(code, subject);
  const links = [...new Set(listings.flatMap(({ list }) => list.delistUrl ?? []))];
  return links.length === 0 ? one : { ...one, fix: `${one.fix} Removal: ${shortened(links)}.` };
}

/** The zones of some lists for a finding. */
export function namesOf(lists: readonly ListData[]): string {
  return shortened([...new Set(lists.map(({ zone }) => zone))]);
}

function shortened(texts: readonly string[]): string {
  const more = texts.length - NAMES_MAX;
  return texts.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
