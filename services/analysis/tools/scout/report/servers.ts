import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingStatus, groupsOf, worstFirst, worstOf } from "../../report-parts.ts";
import type { ScoutData, ServerData } from "../data.ts";
import { transferCell, unknownCell } from "./words.ts";

/** Maximum number of rows that are shown; NAMES_MAX is the maximum number of servers in a row. */
const ROWS_MAX = 6;
const NAMES_MAX = 3;

type Row = {
  readonly name: string;
  readonly address: string;
  readonly status: Status;
  readonly cells: readonly Cell[];
};

/**
 * Builds the section on how each name server answers, and whether it allows everyone to transfer the zone. Servers
 * with the same result share a row.
 */
export function serversSection({ data, findings }: Answer<ScoutData>): Section {
  const { records, axfr } = data;
  const lost = (records?.nameServers ?? []).filter(({ addresses }) => addresses.length === 0);
  const rows = serversOf(data).map(({ name, address }): Row => {
    const server = records?.servers.find((one) => one.address === address && one.name === name);
    const transfer = axfr?.servers.find((one) => one.address === address && one.name === name);
    return {
      name,
      address,
      status: findingStatus(findings, address),
      cells: [
        ...(records === null ? [] : serverCells(server, findings)),
        ...(axfr === null ? [] : [transfer === undefined ? "" : transferCell(transfer)]),
      ],
    };
  });
  const groups = worstFirst(
    groupsOf(rows, ({ status, cells }) => [status, cells]),
    ([first]) => first?.status ?? "none",
  );
  return {
    heading: "How do the name servers answer?",
    status: worstOf(
      [
        ...rows.flatMap(({ status, cells }) => [status, ...cells.map(statusOf)]),
        ...(lost.length > 0 ? (["unknown"] as const) : []),
      ].filter((status) => status !== "none"),
    ),
    blocks: blocks([
      table(
        [
          "Servers",
          ...(records === null ? [] : ["UDP", "TCP", "Serial", "Recursion"]),
          ...(axfr === null ? [] : ["Zone transfer"]),
        ],
        groups.flatMap((group) => {
          const [first] = group;
          if (first === undefined) return [];
          const names = list(
            group.map(({ name, address }) => say`${name} (${address})`),
            NAMES_MAX,
          );
          return [[first.status === "none" ? names : cell(first.status, names), ...first.cells]];
        }),
        ROWS_MAX,
      ),
      facts(lost.slice(0, ROWS_MAX).map(({ name, reason }) => [outside(name), lostCell(reason)])),
      facts([["Zone", data.zone === null ? notFound(records?.reason ?? axfr?.reason ?? null) : null]]),
    ]),
  };
}

function serversOf({ records, axfr }: ScoutData): readonly Pick<ServerData, "name" | "address">[] {
  const all = [...(records?.servers ?? []), ...(axfr?.servers ?? [])];
  return [...new Map(all.map((one) => [`${one.name} ${one.address}`, one])).values()];
}

function serverCells(server: ServerData | undefined, findings: readonly Finding[]): readonly Cell[] {
  if (server === undefined) return ["", "", "", ""];
  const { udp, tcp, serial, recursion } = server;
  return [
    udp.status === "ok" ? cell("pass", "yes") : unknownCell(udp.reason),
    tcp.status === "ok" ? cell("pass", "yes") : unknownCell(tcp.reason),
    serial === null ? "" : cell(findingStatus(findings, `${serial}`), `${serial}`),
    recursion === "open"
      ? cell("fail", "open")
      : recursion === "closed"
        ? cell("pass", "closed")
        : unknownCell(null),
  ];
}

/** Describes a server without a known address: the server has none, or its addresses could not be determined. */
function lostCell(reason: string | null): Cell {
  return reason === null ? cell("fail", "has no address") : notFound(reason);
}

function statusOf(one: Cell): Status {
  return typeof one === "object" && "status" in one ? one.status : "none";
}
