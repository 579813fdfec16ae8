import { contains, type IpBytes, parseCidr } from "./ip.ts";

/**
 * A row of Team Cymru's IP-to-ASN mapping over DNS: `AS [AS ...] | prefix | country | registry | date`.
 * Source: team-cymru.com, IP to ASN mapping, as of 2026-11-20.
 */
export type OriginRow = {
  /** The ASes that announce the prefix; more than one for a prefix with multiple origins (MOAS). */
  readonly asns: readonly number[];
  readonly prefix: string;
  /** Country in which the prefix is registered (ISO 3166-1 alpha-2); null if the row does not contain it. */
  readonly countryCode: string | null;
  readonly registry: string | null;
};

/** Maximum number of origin ASes that are read from a row. */
const ASNS_MAX = 16;

/** AS numbers have 32 bits (RFC 6793); AS 0 is reserved (RFC 7607). */
const ASN_MAX = 4_294_967_295;

/**
 * Parses an origin row. Returns null if the text is not such a row or if its prefix does not contain the address.
 */
export function parseOriginRow(text: string, ip: IpBytes): OriginRow | null {
  const [numbers = "", prefix = "", country = "", registry = ""] = fields(text);
  const words = numbers.split(/\s+/);
  const block = parseCidr(prefix);
  const numbered = words.every(
    (word) => /^\d{1,10}$/.test(word) && Number(word) > 0 && Number(word) <= ASN_MAX,
  );
  if (!numbered || block === null || !contains(block, ip)) return null;
  const asns = [...new Set(words.map(Number))].slice(0, ASNS_MAX);
  return {
    asns,
    prefix,
    countryCode: /^[A-Z]{2}$/.test(country) && country !== "ZZ" ? country : null,
    registry: /^[a-z]{1,20}$/.test(registry) ? registry : null,
  };
}

/**
 * Returns the AS name from a row `AS | country | registry | date | name`, or null if the text is not such a row.
 */
export function parseAsName(text: string): string | null {
  const [number = "", , , , ...name] = fields(text);
  const joined = name
    .join(" | ")
    .replace(/\p{C}+/gu, " ")
    .trim();
  return /^\d{1,10}$/.test(number) && joined !== "" ? joined.slice(0, 200) : null;
}

function fields(text: string): string[] {
  return text.split("|").map((field) => field.trim());
}
