import { blocks, cell, facts, join, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { ServerData, SslData } from "../data.ts";
import { reachedStatus, verdictCell, words, worstFirst, worstOf } from "./words.ts";

const HEADING = "Which server is in order, and which is not?";
/** What servers said themselves. */
const SAID_MAX = 4;

/** Each server with its verdicts, the worst first. */
export function serversSection({ servers, discovery, summary }: SslData): Section {
  const { status, detail } = summary.verdict;
  const several = servers.length > 1;
  return {
    heading: HEADING,
    status: servers.length === 0 && discovery.status !== "unknown" ? "none" : status,
    blocks: blocks([
      discovery.status === "unknown" ? facts([["Servers", notFound(discovery.reason)]]) : null,
      several ? { kind: "verdict", status, text: detail } : null,
      servers.length === 0 ? null : foundBy(discovery),
      serverTable(servers),
      saidBy(servers),
    ]),
  };
}

/** What names the servers; null where the call does. */
function foundBy({ by, asked }: SslData["discovery"]): Block | null {
  const name = outside(asked ?? "");
  const texts: Readonly<Partial<Record<typeof by, Text>>> = {
    mx: say`Named by the MX records of ${name}.`,
    implicit_mx: say`${name} has no MX record, so mail goes to its own addresses.`,
    srv: say`Named by the SRV records of ${name}.`,
    guess: say`${name} has no SRV record: these are the usual names.`,
    connect: "At the address that the call gives, not at those of DNS.",
  };
  const text = texts[by];
  return text === undefined ? null : { kind: "note", text };
}

type Column = { readonly name: string; readonly cell: (server: ServerData) => Cell };

function serverTable(servers: readonly ServerData[]): Block | null {
  const differ = (of: (server: ServerData) => unknown) => new Set(servers.map(of)).size > 1;
  const [first] = servers;
  const columns: Column[] = [
    ...(first !== undefined && first.preference !== null
      ? [{ name: first.source === "srv" ? "SRV" : "MX", cell: preferenceOf }]
      : []),
    ...(differ(({ host }) => host) || first?.source === "mx" || first?.source === "srv"
      ? [{ name: "Server", cell: ({ host }: ServerData) => outside(host) }]
      : []),
    { name: "Address", cell: ({ address }) => (address === null ? "none known" : outside(address)) },
    ...(differ(({ port }) => port) ? [{ name: "Port", cell: ({ port }: ServerData) => String(port) }] : []),
    { name: "TLS", cell: reachedCell },
    { name: "Dates", cell: ofVerdict("validity") },
    { name: "Name", cell: ofVerdict("host") },
    { name: "Trust", cell: ofVerdict("trust") },
    { name: "Chain", cell: ofVerdict("chain") },
    { name: "Protocol", cell: ofVerdict("protocol") },
  ];
  return table(
    columns.map(({ name }) => name),
    worstFirst(servers, statusOf).map((server) => columns.map(({ cell }) => cell(server))),
  );
}

function preferenceOf({ preference }: ServerData): Text {
  return preference === null ? "" : String(preference);
}

function statusOf(server: ServerData): Status {
  const reached = reachedStatus(server);
  if (reached !== "pass") return reached;
  return worstOf(Object.values(server.verdicts).map(({ status }) => status));
}

function reachedCell(server: ServerData): Cell {
  const { tls, reachability } = server;
  const { status, reason } = reachability;
  return cell(reachedStatus(server), tls === null ? words(reason ?? status) : outside(tls.version));
}

/** Without a certificate the reason stands in the column before. */
function ofVerdict(name: keyof ServerData["verdicts"]): (server: ServerData) => Cell {
  return (server) => (server.tls === null ? "" : verdictCell(server.verdicts[name]));
}

/** The words of servers that did not come to TLS. */
function saidBy(servers: readonly ServerData[]): Block | null {
  const rows = servers.flatMap((server): (readonly [Text, Cell])[] => {
    const { host, address, reachability } = server;
    const { status, detail, greeting, stage } = reachability;
    if (status === "ok" || (detail === "" && greeting === null)) return [];
    const greeted = greeting === null ? "" : say`; greeting ${greeting}`;
    const text = detail === "" ? `ended at ${stage}` : outside(detail);
    return [[outside(address ?? host), cell(reachedStatus(server), join([text, greeted]))]];
  });
  return facts(rows.slice(0, SAID_MAX));
}
