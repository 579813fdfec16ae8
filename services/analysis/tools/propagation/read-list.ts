import { formatIp, parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Candidate } from "./observations.ts";

/** Position of each column that is read. */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** Names of the columns in https://public-dns.info/nameservers.csv (2026-11). */
const COLUMNS = ["ip_address", "name", "as_org", "country_code", "error", "reliability"] as const;
/** Minimum reliability of the resolvers that are used, from 0 to 1. */
const RELIABILITY_MIN = 0.99;
/** Maximum length of a line in characters; OPERATOR_MAX is the maximum length of an operator's name. */
const LINE_MAX = 1000;
const OPERATOR_MAX = 100;
/**
 * Maximum number of lines that are read; COUNTRY_MAX is the maximum number of resolvers that are used for each
 * country.
 */
const LINES_MAX = 100_000;
const COUNTRY_MAX = 50;

/** Reads the header line of a list; null if a column is missing. */
export function readColumns(line: string): Columns | null {
  const head = fieldsOf(line.replace(/^\ufeff/, ""));
  const indexes = COLUMNS.map((column) => [column, head?.indexOf(column) ?? -1] as const);
  return indexes.every(([, index]) => index >= 0) ? (Object.fromEntries(indexes) as Columns) : null;
}

/** Reads the resolver in a line; null if the line is invalid or the resolver must not be used. */
export function readRow(line: string, at: Columns, countries: ReadonlySet<string>): Candidate | null {
  const fields = fieldsOf(line);
  if (fields === null) return null;
  const field = (column: keyof Columns) => (fields[at[column]] ?? "").trim();
  const reliable =
    /^[01](\.\d+)?$/.test(field("reliability")) && Number(field("reliability")) >= RELIABILITY_MIN;
  if (!reliable || field("error") !== "") return null;
  const operator = field("as_org") || field("name");
  return candidateOf(field("ip_address"), field("country_code").toLowerCase(), operator, countries);
}

function candidateOf(
  text: string,
  country: string,
  operator: string,
  countries: ReadonlySet<string>,
): Candidate | null {
  const ip = parseIp(text);
  if (ip?.length !== 4 || scopeOf(ip).scope !== "public" || !countries.has(country)) return null;
  return {
    ip: formatIp(ip),
    service: null,
    operator: operator.replace(/\p{C}+/gu, " ").slice(0, OPERATOR_MAX) || "unknown",
    operatorCountry: country,
    anycast: null,
    filters: null,
  };
}

/** A list as stored on disk. */
export type CachedList = {
  readonly url: string;
  /** Time at which the list was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly resolvers: readonly Candidate[];
};

/**
 * Reads a stored list, with the same checks as for a fetched list. Returns null if the list is from another URL or has
 * no valid resolver.
 * @param json the parsed file.
 * @param url the URL of the list in use.
 * @param now the current time in milliseconds since 1970.
 */
export function readCachedList(
  json: unknown,
  url: string,
  now: number,
  countries: ReadonlySet<string>,
): CachedList | null {
  const cached = json as Partial<Record<keyof CachedList, unknown>> | null;
  if (typeof cached !== "object" || cached?.url !== url || !Array.isArray(cached.resolvers)) return null;
  const { fetchedAt } = cached;
  if (typeof fetchedAt !== "number" || !(fetchedAt >= 0 && fetchedAt <= now)) return null;
  const resolvers = createPick();
  for (const one of cached.resolvers) {
    const { ip, operator, operatorCountry } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof ip === "string" && typeof operator === "string" && typeof operatorCountry === "string")
      resolvers.add(candidateOf(ip, operatorCountry, operator, countries));
  }
  return resolvers.all().length === 0 ? null : { url, fetchedAt, resolvers: resolvers.all() };
}

/**
 * Creates a collection that accepts each resolver only once, and only a limited number of resolvers for each country.
 */
export function createPick() {
  const found = new Map<string, Candidate>();
  const counts = new Map<string, number>();
  return {
    add(one: Candidate | null): void {
      const count = counts.get(one?.operatorCountry ?? "") ?? 0;
      if (one === null || found.has(one.ip) || count >= COUNTRY_MAX) return;
      found.set(one.ip, one);
      counts.set(one.operatorCountry, count + 1);
    },
    all: (): readonly Candidate[] => [...found.values()],
  };
}

/** Yields the lines of a text without their LF or CRLF, up to the maximum number of lines. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let count = 0; count < LINES_MAX && from < text.length; count++) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? undefined : end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    from = end < 0 ? text.length : end + 1;
  }
}

/** Returns the fields of a CSV line (RFC 4180 2); null if the line is too long or its quotes are not closed. */
function fieldsOf(line: string): string[] | null {
  if (line.length > LINE_MAX) return null;
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const [whole, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/.exec(rest) ?? [];
    if (whole === undefined) return null;
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (whole.length === rest.length) return fields;
    rest = rest.slice(whole.length + 1);
  }
}
