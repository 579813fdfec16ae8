import { formatIp, parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Candidate } from "./seen.ts";

/** Where the columns are that are read; null for a head of another list. */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** As https://public-dns.info/nameservers.csv has them (2026-11). */
const COLUMNS = ["ip_address", "name", "as_org", "country_code", "error", "reliability"] as const;
/** Those that answered nearly always. */
const RELIABILITY_MIN = 0.99;
/** Characters of a line, and of an operator's name. */
const LINE_MAX = 1000;
const OPERATOR_MAX = 100;

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
  const ip = parseIp(field("ip_address"));
  const country = field("country_code").toLowerCase();
  const reliable =
    /^[01](\.\d+)?$/.test(field("reliability")) && Number(field("reliability")) >= RELIABILITY_MIN;
  if (ip?.length !== 4 || scopeOf(ip).scope !== "public") return null;
  if (!reliable || field("error") !== "" || !countries.has(country)) return null;
  const operator = (field("as_org") || field("name")).replace(/\p{C}+/gu, " ").slice(0, OPERATOR_MAX);
  return {
    ip: formatIp(ip),
    service: null,
    operator: operator || "unknown",
    operatorCountry: country,
    // Nobody says.
    anycast: false,
    filters: null,
  };
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
