import { nearest } from "@dnstools/core/nearest";
import type { Contract } from "@dnstools/core/tool/contract";
import type { FindingRule } from "@dnstools/core/tool/finding";

/** A finding's code, with its rule and its tool. */
export type CatalogueEntry = {
  readonly code: string;
  readonly rule: FindingRule;
  readonly contract: Contract;
};

/** Maximum number of codes that are suggested for an unknown code. */
const NEAR_MAX = 3;

/** Returns the findings of all tools by code, in the order of the tools' finding tables. */
export function catalogueOf(contracts: readonly Contract[]): ReadonlyMap<string, CatalogueEntry> {
  const entries = contracts.flatMap((contract) =>
    Object.entries(contract.findings).map(([code, rule]) => ({ code, rule, contract })),
  );
  return new Map(entries.map((entry) => [entry.code, entry]));
}

/**
 * Suggests codes for an unknown code: codes with the same name after the tool prefix, or otherwise the most similar
 * code.
 */
export function nearCodes(wrong: string, codes: readonly string[]): readonly string[] {
  const lower = wrong.toLowerCase().replaceAll("-", "_");
  const word = wordOf(lower);
  const alike = codes.filter((code) => code === lower || wordOf(code) === word);
  if (alike.length > 0) return alike.slice(0, NEAR_MAX);
  const near = nearest(lower, codes);
  return near === null ? [] : [near];
}

/** Returns a code without its tool prefix. */
function wordOf(code: string): string {
  return code.slice(code.indexOf(".") + 1);
}
