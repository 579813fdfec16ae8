import { nearest } from "@dnstools/core/nearest";
import type { Hint } from "@dnstools/core/tool/params";
import { COUNTRIES } from "./candidates.ts";

/**
 * Common country codes and names that differ from the ISO 3166-1 code or the official English name. Source: ISO
 * 3166-1's exceptional reservations (UK), the European Union's codes (EL), and common usage; as of 2026-11-23.
 */
const OTHERS: Readonly<Record<string, string>> = {
  uk: "gb",
  "great britain": "gb",
  britain: "gb",
  england: "gb",
  el: "gr",
  usa: "us",
  america: "us",
  "united states of america": "us",
  holland: "nl",
  deutschland: "de",
};

/** Codes of countries by English name (CLDR) in lower case. The map is built at its first use. */
let names: ReadonlyMap<string, string> | null = null;

function namesOf(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames("en", { type: "region" });
  return new Map(COUNTRIES.map((code) => [(english.of(code.toUpperCase()) ?? code).toLowerCase(), code]));
}

/**
 * Suggests a country code for an invalid value of `country`; null if there is no good suggestion.
 * @param sent the invalid value in lower case.
 */
export function countryHint(sent: string): Hint | null {
  names ??= namesOf();
  const code = OTHERS[sent] ?? names.get(sent) ?? names.get(nearest(sent, [...names.keys()]) ?? "");
  if (code === undefined || !COUNTRIES.includes(code)) return null;
  return { message: `Did you mean ${code}?`, value: code };
}
