import { formatIp, parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Candidate } from "./observations.ts";

/** Where the columns are that are read; null for a head of another list. */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** As https://public-dns.info/nameservers.csv has them (2026-11). */
const COLUMNS = ["ip_address", "name", "as_org", "country_code", "error", "reliability"] as const;
/** Those that answered nearly always. */
const RELIABILITY_MIN = 0.99;
/** Characters of a line, and of an operator's name. */
const LINE_MAX = 1000;
const OPERATOR_MAX = 100;
/** Lines that are read, and resolvers that are taken of a country. */
const LINES_MAX = 100_000;
const COUNTRY_MAX = 50;

export function readColumns(line: string): Columns | null {
  const head = fieldsOf(line.replace(/^\ufeff/, ""));
  const places = COLUMNS.map((column) => [column, head?.indexOf(column) ?? -1] as const);
  return places.every(([, place]) => place >= 0) ? (Object.fromEntries(places) as Columns) : null;
}

/** A resolver out of a line; null where it is none that may be asked. */
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

/** A list as it is kept. */
export type Kept = {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly resolvers: readonly Candidate[];
};

/**
 * What an earlier process left, with the same checks as what is fetched; null where it is of another list, or none at all.
 * @param now milliseconds since 1970.
 */
export function readKept(
  json: unknown,
  url: string,
  now: number,
  countries: ReadonlySet<string>,
): Kept | null {
  const kept = json as Partial<Record<keyof Kept, unknown>> | null;
  if (typeof kept !== "object" || kept?.url !== url || !Array.isArray(kept.resolvers)) return null;
  const { fetchedAt } = kept;
  if (typeof fetchedAt !== "number" || !(fetchedAt >= 0 && fetchedAt <= now)) return null;
  const resolvers = createPick();
  for (const one of kept.resolvers) {
    const { ip, operator, operatorCountry } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof ip === "string" && typeof operator === "string" && typeof operatorCountry === "string")
      resolvers.add(candidateOf(ip, operatorCountry, operator, countries));
  }
  return resolvers.all().length === 0 ? null : { url, fetchedAt, resolvers: resolvers.all() };
}

/** Takes each resolver once, and of a country no more than are of use. */
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

/** The lines of a text, one at a time, however it ends them; no more than a list has. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let count = 0; count < LINES_MAX && from < text.length; count++) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? undefined : end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    from = end < 0 ? text.length : end + 1;
  }
}

/** The fields of a line of CSV (RFC 4180 2); null where its quotes do not close. */
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
