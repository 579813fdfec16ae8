import type { Answer } from "@dnstools/core/report/answer";
import { cell, join, outside, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Block, Cell, Status, Text } from "@dnstools/core/report/report";
import type { ServerData, SslData } from "../data.ts";
import { daneStatus } from "./dane.ts";
import { type Otherwise, otherwiseOf } from "./otherwise.ts";
import {
  hostText,
  isAbout,
  listed,
  reachedStatus,
  verdictCell,
  words,
  worstFirst,
  worstOf,
} from "./words.ts";

/** Maximum number of rows in the table. */
const ROWS_MAX = 8;

type Findings = Answer["findings"];
type Column = { readonly name: string; readonly cell: (server: ServerData) => Cell };

/**
 * Builds a table with a row for each server, the worst first. If there are several hosts, addresses of a host with
 * equal results share a row.
 */
export function serverTable({ data, findings }: Answer<SslData>): Block | null {
  const { servers } = data;
  const others = new Map(servers.map((server) => [server, otherwiseOf(server, findings)]));
  const several = new Set(servers.map(({ host }) => host)).size > 1;
  const named = namedColumns(data);
  const judged = judgedColumns(servers, findings, others);
  const rows = worstFirst(servers, (server) => statusOf(server, findings, others.get(server) ?? null)).map(
    (server) => ({
      server,
      before: named.map((column) => column.cell(server)),
      after: judged.map((column) => column.cell(server)),
    }),
  );
  const alike = Map.groupBy(rows, ({ server: { host, address }, before, after }) =>
    JSON.stringify([host, several ? null : address, before, after]),
  );
  return table(
    [...named.map(({ name }) => name), "Address", ...judged.map(({ name }) => name)],
    [...alike.values()].flatMap((some) => {
      const [first] = some;
      const addresses = addressesOf(some.map(({ server }) => server));
      return first === undefined ? [] : [[...first.before, addresses, ...first.after]];
    }),
    ROWS_MAX,
  );
}

/** Returns the columns that identify a server. */
function namedColumns({ servers, name }: SslData): readonly Column[] {
  const [first] = servers;
  const byRecord = first?.source === "mx" || first?.source === "srv";
  const ports = new Set(servers.map(({ port }) => port));
  return [
    ...columnIf(byRecord, first?.source === "srv" ? "SRV" : "MX", ({ preference }) =>
      String(preference ?? ""),
    ),
    ...columnIf(
      servers.some(({ host }) => host !== name),
      "Server",
      ({ host }) => hostText(host),
    ),
    ...columnIf(ports.size > 1, "Port", ({ port }) => String(port)),
  ];
}

/** Returns the columns with a server's verdicts. */
function judgedColumns(
  servers: readonly ServerData[],
  findings: Findings,
  others: ReadonlyMap<ServerData, Otherwise | null>,
): readonly Column[] {
  const hasTls = servers.some(({ tls }) => tls !== null);
  const hasRecords = servers.some(({ dane }) => dane.records.length > 0);
  const hasOthers = [...others.values()].some((one) => one !== null);
  return [
    { name: "TLS", cell: (server) => tlsCell(server, findings) },
    ...columnIf(hasTls, "Dates", ofVerdict("validity")),
    ...columnIf(hasTls, "Name", ofVerdict("host")),
    ...columnIf(hasTls, "Trust", ofVerdict("trust")),
    ...columnIf(hasTls, "Chain", ofVerdict("chain")),
    ...columnIf(hasRecords, "DANE", daneCell),
    ...columnIf(hasOthers, "Other", (server) => others.get(server) ?? ""),
  ];
}

function columnIf(shown: boolean, name: string, cell: Column["cell"]): readonly Column[] {
  return shown ? [{ name, cell }] : [];
}

/** Shows the first address of a host and the number of its other addresses. */
function addressesOf(servers: readonly ServerData[]): Text {
  const addresses = servers.flatMap(({ address }) => (address === null ? [] : [outside(address)]));
  return addresses.length === 0 ? "none known" : listed(addresses, 1);
}

function statusOf(server: ServerData, findings: Findings, other: Otherwise | null): Status {
  if (server.tls === null) return unreachedStatus(server, findings);
  const verdicts = Object.values(server.verdicts).map(({ status }) => status);
  return worstOf([...verdicts, daneStatus(server), other?.status ?? "none"]);
}

/** Shows the TLS version with the protocol verdict, or why TLS was not established. */
function tlsCell(server: ServerData, findings: Findings): Cell {
  const { tls, reachability, verdicts } = server;
  const { status, reason } = verdicts.protocol;
  if (tls === null)
    return cell(unreachedStatus(server, findings), words(reachability.reason ?? reachability.status));
  const version = outside(tls.version);
  return cell(status, reason === null ? version : join([version, `, ${words(reason)}`]));
}

/**
 * Returns the status of a server without TLS. Findings about its records count as well, since they are certain
 * without a connection.
 */
function unreachedStatus(server: ServerData, findings: Findings): Status {
  const status = reachedStatus(server);
  const found = findings
    .filter((one) => isAbout(one, server))
    .map(({ severity }) => SEVERITY_STATUS[severity]);
  return status === "none" ? status : worstOf([status, ...found]);
}

/**
 * Returns a function that shows a verdict of a server. The cell is empty if TLS was not established, because the TLS
 * column shows the reason.
 */
function ofVerdict(name: keyof ServerData["verdicts"]): (server: ServerData) => Cell {
  return (server) => (server.tls === null ? "" : verdictCell(server.verdicts[name]));
}

function daneCell(server: ServerData): Cell {
  const { status, reason } = server.dane;
  if (status === "absent" || reason === "no_tls") return "";
  return cell(
    daneStatus(server),
    status === "pass" ? "" : words(status === "fail" ? (reason ?? "") : status),
  );
}
