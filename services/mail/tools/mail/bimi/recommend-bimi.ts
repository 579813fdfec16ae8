import { printable } from "@dnstools/core/harmless";
import { isMeant } from "@dnstools/core/mail/bimi-record";
import { readBimiRecord } from "@dnstools/core/protocol/bimi/record";
import type { Recommendation } from "../section.ts";
import type { BIMI_FINDINGS } from "./findings.ts";
import type { BimiLookup } from "./lookup-bimi.ts";

/** Maximum number of BIMI texts in the answer, and of texts that the recommended record is built from. */
export const RECORDS_MAX = 10;

/** Recommends a corrected BIMI record. A record cannot fix faults of the logo or of the evidence document. */
export function recommendBimi({ names }: BimiLookup, found: readonly string[]): readonly Recommendation[] {
  const fixable = ["mail.bimi_several", "mail.bimi_invalid"] satisfies (keyof typeof BIMI_FINDINGS)[];
  const codes = fixable.filter((code) => found.includes(code));
  const meant = names.filter(isMeant);
  const [place] = meant;
  // If two names have a record, only the domain's owner knows which one is meant.
  if (codes.length === 0 || place === undefined || meant.length > 1) return [];
  const texts = [...new Set([...place.records, ...place.nearMisses])].slice(0, RECORDS_MAX);
  const best = texts.map(readBimiRecord).find(({ logo }) => logo !== null && logo.url !== null);
  if (best === undefined) return [];
  const evidence = best.evidence?.problem === null ? best.evidence.text : "";
  // An invalid evidence URL or local-part prefix cannot be kept, and only the domain's owner knows the right value.
  if ((best.evidence?.text ?? "") !== evidence || best.problems.some((problem) => problem.startsWith("lps")))
    return [];
  const prefixes = best.prefixes.length === 0 ? "" : ` lps=${best.prefixes.join(",")};`;
  const preference = best.preference === null ? "" : ` avp=${best.preference};`;
  const record = (value: string) => ({ name: place.name, type: "TXT", value });
  return [
    {
      codes,
      publish: [record(`v=BIMI1; l=${best.logo?.url ?? ""}; a=${evidence};${prefixes}${preference}`)],
      remove: texts.map((text) => record(printable(text, 1000))),
      file: null,
      test: null,
    },
  ];
}
