import type { Answer } from "@dnstools/core/report/answer";
import { blocks, list, outside, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Section } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { fitting } from "./room.ts";

/** Maximum number of lines for answers in the report section about differences. */
const LINES = 14;
/** Number of characters of an answer that fit into one line next to the servers. */
const WIDTH = 50;
/** Codes of findings about servers whose answers differ. */
const CODES = ["dns.servers_disagree", "dns.serials_differ", "dns.servers_vary"];

/**
 * Builds the report section about differences between the answers of the zone's servers; no section if they
 * agree.
 */
export function differencesSection({ data, findings }: Answer<DnsData>): readonly Section[] {
  const rows: readonly (readonly Cell[])[] = (data.differences ?? []).flatMap(({ type, answers }) =>
    answers.map(({ status, values, servers }, at) => [
      at === 0 ? outside(type) : "",
      values.length === 0 ? outside(status) : list(values.map(short), 3),
      list([...new Set(servers.map(({ name }) => name))], 3),
    ]),
  );
  if (rows.length === 0) return [];
  const found = findings.find(({ code }) => CODES.includes(code));
  return [
    {
      heading: "How do the answers of the zone's servers differ?",
      status: found === undefined ? "none" : SEVERITY_STATUS[found.severity],
      blocks: blocks([table(["Type", "Answer", "Servers"], rows, fitting(rows, findings, LINES, WIDTH))]),
    },
  ];
}

function short(value: string): string {
  return value.length > 120 ? `${value.slice(0, 120)}...` : value;
}
