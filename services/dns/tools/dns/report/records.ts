import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, outside, say, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Block, Cell, Section, Text } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";

/** Records of one type that are shown, and of all. */
const OF_TYPE = 5;
const ROWS_MAX = 24;
/** Characters of a value. */
const VALUE_MAX = 240;

/** The records of the name, and the types that it has none of or that are not known. */
export function recordsSection(answer: Answer<DnsData>): Section {
  const { types, records, server } = answer.data;
  const states = Object.entries(types);
  const open = Map.groupBy(
    states.filter(([, { status }]) => status === "unknown"),
    ([, { reason }]) => reason ?? "no reason is given",
  );
  const none = states.filter(([, { status }]) => status === "nodata").map(([type]) => type);
  return {
    heading: "Which records does it have?",
    status: open.size > 0 ? "unknown" : "none",
    blocks: blocks([
      facts(
        [...open].map(([reason, found]) => [
          "Not found out",
          cell(
            "unknown",
            say`${list(
              found.map(([type]) => type),
              16,
            )} (${reason.replaceAll("_", " ")})`,
          ),
        ]),
      ),
      recordTable(ordered(records), nameOf(answer)),
      mailServers(answer),
      facts([
        ["None of", none.length === 0 ? null : list(none, 16)],
        ["Read from", server === null ? null : say`${server.name} (${server.address})`],
      ]),
    ]),
  };
}

/** Records as rows, with their owner where that is another name than the one asked for. */
export function recordTable(records: readonly (readonly DnsRecord[])[], asked: string): Block | null {
  const others = records.some((some) => some.some(({ name }) => name !== asked));
  const rows = records.flatMap((some) => {
    const shown = some.slice(0, OF_TYPE).map((record): readonly Cell[] => row(record, others));
    const left = some.length - shown.length;
    const [first] = some;
    if (left === 0 || first === undefined) return shown;
    const more: readonly Cell[] = [outside(first.type), "", `${left} more in the JSON`];
    return [...shown, others ? ["", ...more] : more];
  });
  return table([...(others ? ["Name"] : []), "Type", "TTL", "Value"], rows, ROWS_MAX);
}

function row(record: DnsRecord, others: boolean): readonly Cell[] {
  const { name, type, ttl } = record;
  return [...(others ? [outside(name)] : []), outside(type), `${ttl}`, valueOf(record)];
}

/** The value as dig prints it; of a key what it is known by. */
function valueOf({ type, value, data }: DnsRecord): Text {
  const { flags, keyTag, algorithm, algorithmName } = data as Readonly<Record<string, unknown>>;
  if (type === "DNSKEY" && typeof keyTag === "number")
    return say`key ${keyTag}, flags ${Number(flags)}, ${String(algorithmName ?? algorithm)}`;
  return outside(value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}...` : value);
}

/** What people look for first. */
const ORDER = ["CNAME", "A", "AAAA", "MX", "TXT", "NS", "SOA", "CAA", "HTTPS", "DS", "DNSKEY"];

function ordered(records: DnsData["records"]): readonly (readonly DnsRecord[])[] {
  const rank = (type: string) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);
  return Object.entries(records)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([, some]) => (some === null || some.length === 0 ? [] : [some]));
}

function mailServers({ data, findings }: Answer<DnsData>): Block | null {
  return table(
    ["Mail server (MX)", "Addresses"],
    (data.exchanges ?? []).map(({ name, addresses, alias, reason }) => {
      const found = findings.find(
        ({ code, subjects }) => code.startsWith("dns.mx_") && subjects.includes(name),
      );
      const status = found === undefined ? "none" : SEVERITY_STATUS[found.severity];
      const known: Text =
        addresses.length === 0 && reason !== null
          ? say`not found out (${reason.replaceAll("_", " ")})`
          : list(addresses, 4);
      return [outside(name), cell(status, alias === null ? known : say`${known} (stands for ${alias})`)];
    }),
    6,
  );
}

export function nameOf({ query }: Answer): string {
  return String(query["domain"]);
}
