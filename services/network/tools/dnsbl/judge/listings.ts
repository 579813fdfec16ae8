import type { About, Finding } from "@dnstools/core/tool/finding";
import type { ListData, ResultData } from "../data.ts";
import { findingOf } from "../findings.ts";
import { kindOf } from "./codes.ts";
import { byWeight, isMajor } from "./verdict.ts";

/**
 * Maximum number of names and links in the texts of a finding; `subjects` and the lists in the answer have all of
 * them.
 */
const NAMES_MAX = 3;
/** Maximum number of removal pages with a finding of their own, beginning with the most widely used lists. */
const PLACES_MAX = 1;
/** Maximum number of exchanges that a finding points to. */
const IDS_MAX = 8;

type ListingCode = "dnsbl.listed" | "dnsbl.listed_policy" | "dnsbl.listed_minor";

/** An entry in a list for one of the names or addresses that were looked up. */
type Listing = Pick<ListData, "kind" | "weight"> & {
  readonly list: ListData;
  readonly result: ResultData;
  readonly code: ListingCode;
};

/** Functions that map a result's subject to its name or address, and a result to the exchanges that show it. */
export type Shown = {
  readonly soughtBy: (subject: ResultData["subject"]) => string;
  readonly idsOf: (list: ListData, results: readonly ResultData[]) => readonly string[];
};

/**
 * Returns the findings about listings: one for the removal page of the most widely used lists, one for all other lists
 * that many receivers use, one for policy entries, and one for lists that few receivers use.
 * @param listed the lists with an entry.
 */
export function listingFindings(listed: readonly ListData[], shown: Shown): Finding[] {
  const listings = byWeight(
    listed.flatMap((list) =>
      list.results
        .filter(({ status }) => status === "listed")
        .map((result): Listing => {
          const kind = kindOf(result.codes) ?? list.kind;
          return { list, result, kind, weight: list.weight, code: codeOf({ kind, weight: list.weight }) };
        }),
    ),
  );
  const of = (code: ListingCode) => listings.filter((one) => one.code === code);
  const places = [...Map.groupBy(of("dnsbl.listed"), ({ list }) => list.delistUrl).values()];
  return [
    ...places.slice(0, PLACES_MAX),
    places.slice(PLACES_MAX).flat(),
    of("dnsbl.listed_policy"),
    of("dnsbl.listed_minor"),
  ]
    .filter((group) => group.length > 0)
    .map((group) => groupFinding(group, shown));
}

function codeOf(entry: Pick<ListData, "kind" | "weight">): ListingCode {
  if (entry.kind === "policy") return "dnsbl.listed_policy";
  return isMajor(entry) ? "dnsbl.listed" : "dnsbl.listed_minor";
}

function groupFinding(listings: readonly Listing[], { soughtBy, idsOf }: Shown): Finding {
  const code = listings[0]?.code ?? "dnsbl.listed";
  const byValue = Map.groupBy(listings, ({ result }) => soughtBy(result.subject));
  const values = [...byValue.keys()];
  const text = [...byValue]
    .map(([value, of]) => `${value} on ${shortened(zonesOf(of.map(({ list }) => list)))}`)
    .join("; ");
  const one = findingOf(code, {
    subject: text,
    subjects: [...values, ...zonesOf(listings.map(({ list }) => list))],
    evidence: listings.flatMap(({ list, result }) => idsOf(list, [result])).slice(0, IDS_MAX),
  });
  const links = [...new Set(listings.flatMap(({ list }) => list.delistUrl ?? []))];
  // The message already contains the full text. Repeating it here would make a short answer a third longer.
  const short = { ...one, subject: values.join(", ") };
  // Lists that few receivers use are numerous, and `delistUrl` has their removal pages.
  return links.length === 0 || code === "dnsbl.listed_minor"
    ? short
    : { ...short, fix: `${one.fix} Removal: ${shortened(links)}.` };
}

/** Describes lists as the subject of a finding: a few in the text, and all as subjects. */
export function aboutLists(lists: readonly ListData[], { idsOf }: Pick<Shown, "idsOf">): About {
  const subjects = zonesOf(lists);
  const evidence = lists.flatMap((list) => idsOf(list, list.results)).slice(0, IDS_MAX);
  return { subject: shortened(subjects), subjects, evidence };
}

function zonesOf(lists: readonly ListData[]): string[] {
  return [...new Set(lists.map(({ zone }) => zone))];
}

function shortened(texts: readonly string[]): string {
  const more = texts.length - NAMES_MAX;
  return texts.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
