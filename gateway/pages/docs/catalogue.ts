import { nearest } from "@dnstools/core/nearest";
import type { Contract } from "@dnstools/core/tool/contract";
import type { FindingRule } from "@dnstools/core/tool/finding";

/** A code of a tool's table, with its row and its tool. */
export type CatalogueEntry = {
  readonly code: string;
  readonly rule: FindingRule;
  readonly contract: Contract;
};

/** Codes that are offered in place of one that is not there, at most. */
const NEAR_MAX = 3;

/** Every finding of every tool by its code, in the order of the tools' tables. */
export function catalogueOf(contracts: readonly Contract[]): ReadonlyMap<string, CatalogueEntry> {
  const entries = contracts.flatMap((contract) =>
    Object.entries(contract.findings).map(([code, rule]) => ({ code, rule, contract })),
  );
  return new Map(entries.map((entry) => [entry.code, entry]));
}

/** The codes that a wrong one most likely means: the nearest by its letters, or those of other tools that end alike. */
export function nearCodes(wrong: string, codes: readonly string[]): readonly string[] {
  const lower = wrong.toLowerCase().replaceAll("-", "_");
  const word = wordOf(lower);
  const alike = codes.filter((code) => code === lower || wordOf(code) === word);
  if (alike.length > 0) return alike.slice(0, NEAR_MAX);
  const near = nearest(lower, codes);
  return near === null ? [] : [near];
}

/** A code without its tool. */
function wordOf(code: string): string {
  return code.slice(code.indexOf(".") + 1);
}
