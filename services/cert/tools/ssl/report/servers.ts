import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, notFound, outside, say } from "@dnstools/core/report/blocks";
import type { Block, Section, Text } from "@dnstools/core/report/report";
import type { SslData } from "../data.ts";
import { saidBy } from "./said.ts";
import { serverTable } from "./server-table.ts";

/** Builds the report section with each server and its verdicts, the worst first. */
export function serversSection(answer: Answer<SslData>): Section {
  const { servers, discovery, summary } = answer.data;
  const { status, detail } = summary.verdict;
  return {
    heading: "Which server is in order, and which is not?",
    status,
    blocks: blocks([
      discovery.status === "unknown" ? facts([["Servers", notFound(discovery.reason)]]) : null,
      servers.length > 1 ? { kind: "verdict", status, text: outside(detail) } : null,
      servers.length === 0 ? null : foundBy(discovery),
      serverTable(answer),
      saidBy(servers),
    ]),
  };
}

/** Describes which records name the servers; null if the call names them. */
function foundBy({ by, asked }: SslData["discovery"]): Block | null {
  const name = outside(asked ?? "");
  const texts: Readonly<Partial<Record<typeof by, Text>>> = {
    mx: say`Named by the MX records of ${name}.`,
    implicit_mx: say`${name} has no MX record, so mail goes to its own addresses.`,
    srv: say`Named by the SRV records of ${name}.`,
    connect: "Connected to the address in the call, not to the addresses in DNS.",
  };
  const text = texts[by];
  return text === undefined ? null : { kind: "note", text };
}
