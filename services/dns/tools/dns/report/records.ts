import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, outside, say, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Block, Cell, Section, Text } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { spaced } from "../words.ts";
import { fitting } from "./room.ts";

/** Maximum numbers in the report: records of one type, lines for all records, and lines for mail servers. */
const OF_TYPE = 5;
const LINES = 22;
const MAIL_LINES = 6;
/** Maximum number of characters of a record's value in the report. */
const VALUE_MAX = 200;

/** Builds the report section about the name's records, the types without records and the unknown types. */
export function recordsSection(answer: Answer<DnsData>): Section {
  const { types, records, server } = answer.data;
  const states = Object.entries(types);
  const open = Map.groupBy(
    states.filter(([, { status }]) => status === "unknown"),
    ([, { reason }]) => reason ?? "no reason is given",
  );
  const none = states.filter(([, { status }]) => status === "nodata");
  const found = [recordTable(ordered(records), answer), mailServers(answer)];
  const about = facts([
    ...[...open].map(([reason, some]): readonly [string, Cell] => [
      "Unknown",
      cell("unknown", say`${list(namesOf(some), 16)} (${spaced(reason)})`),
    ]),
    ["No records of", none.length === 0 ? null : list(namesOf(none), 16)],
    ["Read from", server === null ? null : say`${server.name} (${server.address})`],
  ]);
  return {
    heading: "Which records does the name have?",
    status: open.size > 0 ? "unknown" : "none",
    blocks: blocks(open.size > 0 ? [about, ...found] : [...found, about]),
  };
}

function namesOf(states: readonly (readonly [type: string, unknown])[]): readonly string[] {
  return states.map(([type]) => type);
}

/** Builds a table of records, with the owner names if any of them differs from the queried name. */
export function recordTable(
  records: readonly (readonly DnsRecord[])[],
  { query, findings }: Answer,
): Block | null {
  const others = records.some((some) => some.some(({ name }) => name !== query["domain"]));
  const columns = [...(others ? ["Name"] : []), "Type", "TTL", "Value"];
  const rows = records.flatMap((some) => {
    const [first] = some;
    const left = some.length - OF_TYPE;
    const shown = some.slice(0, OF_TYPE).map((record) => ({ cells: row(record, others), count: 1 }));
    if (left <= 0 || first === undefined) return shown;
    const cells = [...(others ? [""] : []), outside(first.type), "", `${left} more in the JSON`];
    return [...shown, { cells, count: left }];
  });
  const all = rows.map(({ cells }) => cells);
  const most = fitting(all, findings, LINES);
  const more = rows.slice(most).reduce((sum, { count }) => sum + count, 0);
  return all.length === 0 ? null : { kind: "table", columns, rows: all.slice(0, most), more };
}

function row(record: DnsRecord, others: boolean): readonly Cell[] {
  const { name, type, ttl } = record;
  return [...(others ? [outside(name)] : []), outside(type), `${ttl}`, shownValue(record)];
}

/** Returns the value as dig prints it; a DNSKEY is shown by its key tag, flags and algorithm. */
function shownValue({ type, value, data }: DnsRecord): Text {
  const { flags, keyTag, algorithm, algorithmName } = data as Readonly<Record<string, unknown>>;
  if (type === "DNSKEY" && typeof keyTag === "number")
    return say`key ${keyTag}, flags ${Number(flags)}, ${String(algorithmName ?? algorithm)}`;
  return outside(value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}...` : value);
}

/** Order of the record types in the report, the most relevant first. */
const ORDER = ["CNAME", "A", "AAAA", "MX", "TXT", "NS", "SOA", "CAA", "HTTPS", "DS", "DNSKEY"];

function ordered(records: DnsData["records"]): readonly (readonly DnsRecord[])[] {
  const rank = (type: string) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);
  return Object.entries(records)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([, some]) => (some === null || some.length === 0 ? [] : [some]));
}

function mailServers({ data, findings }: Answer<DnsData>): Block | null {
  const rows = (data.exchanges ?? []).map(({ name, addresses, alias, reason }) => {
    const found = findings.find(
      ({ code, subjects }) => code.startsWith("dns.mx_") && subjects.includes(name),
    );
    const status = found === undefined ? "none" : SEVERITY_STATUS[found.severity];
    const known: Text =
      addresses.length === 0 && reason !== null
        ? say`address unknown (${spaced(reason)})`
        : list(addresses, 4);
    return [outside(name), cell(status, alias === null ? known : say`${known} (alias of ${alias})`)];
  });
  return table(["Mail server (MX)", "Addresses"], rows, fitting(rows, findings, MAIL_LINES));
}
