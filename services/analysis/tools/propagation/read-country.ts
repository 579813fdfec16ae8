import { nearest } from "@dnstools/core/nearest";
import type { Hint } from "@dnstools/core/tool/params";
import { COUNTRIES } from "./candidates.ts";

/**
 * Codes and names that are in use for a country, other than its code in ISO 3166-1 and its name in English.
 * Source: ISO 3166-1's exceptional reservations (UK), the European Union's codes (EL), and what people call them; as of 2026-11-23.
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

/** Country names in English (CLDR), in lower case, with their codes. Made when first needed. */
let names: ReadonlyMap<string, string> | null = null;

function namesOf(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames("en", { type: "region" });
  return new Map(COUNTRIES.map((code) => [(english.of(code.toUpperCase()) ?? code).toLowerCase(), code]));
}

/** The error for a `country` that is not one of the codes; null where no better value is known. @param sent in lower case. */
export function countryHint(sent: string): Hint | null {
  names ??= namesOf();
  const code = OTHERS[sent] ?? names.get(sent) ?? names.get(nearest(sent, [...names.keys()]) ?? "");
  if (code === undefined || !COUNTRIES.includes(code)) return null;
  return { message: `Did you mean ${code}?`, value: code };
}
