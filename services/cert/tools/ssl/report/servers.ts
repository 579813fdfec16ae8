import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { ServerData, SslData } from "../data.ts";
import { daneStatus } from "./dane.ts";
import { isAbout, placesOf, reachedStatus, verdictCell, words, worstFirst, worstOf } from "./words.ts";

/** Different words of servers that are shown, and offers of each. */
const SAID_MAX = 3;
const OFFERS_MAX = 8;

/** Each server with its verdicts, the worst first. */
export function serversSection(answer: Answer<SslData>): Section {
  const { servers, discovery, summary } = answer.data;
  const { status, detail } = summary.verdict;
  return {
    heading: "Which server is in order, and which is not?",
    status,
    blocks: blocks([
      discovery.status === "unknown" ? facts([["Servers", notFound(discovery.reason)]]) : null,
      servers.length > 1 ? { kind: "verdict", status, text: detail } : null,
      servers.length === 0 ? null : foundBy(discovery),
      serverTable(answer),
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

function serverTable({ data: { servers }, findings }: Answer<SslData>): Block | null {
  const [first] = servers;
  const differ = (of: (server: ServerData) => unknown) => new Set(servers.map(of)).size > 1;
  const isNamed = first?.source === "mx" || first?.source === "srv";
  const columnIf = (shown: boolean, name: string, cell: Column["cell"]): readonly Column[] =>
    shown ? [{ name, cell }] : [];
  const others = new Map(servers.map((server) => [server, elseOf(server, findings)]));
  const columns: readonly Column[] = [
    ...columnIf(isNamed, first?.source === "srv" ? "SRV" : "MX", preferenceOf),
    ...columnIf(isNamed || differ(({ host }) => host), "Server", ({ host }) => outside(host)),
    { name: "Address", cell: ({ address }) => (address === null ? "none known" : outside(address)) },
    ...columnIf(
      differ(({ port }) => port),
      "Port",
      ({ port }) => String(port),
    ),
    { name: "TLS", cell: reachedCell },
    { name: "Dates", cell: ofVerdict("validity") },
    { name: "Name", cell: ofVerdict("host") },
    { name: "Trust", cell: ofVerdict("trust") },
    { name: "Chain", cell: ofVerdict("chain") },
    { name: "Protocol", cell: ofVerdict("protocol") },
    ...columnIf(
      servers.some(({ dane }) => dane.records.length > 0),
      "DANE",
      daneCell,
    ),
    ...columnIf(
      [...others.values()].some((one) => one !== null),
      "Else",
      (server) => others.get(server) ?? "",
    ),
  ];
  return table(
    columns.map(({ name }) => name),
    worstFirst(servers, (server) => statusOf(server, others.get(server) ?? null)).map((server) =>
      columns.map(({ cell }) => cell(server)),
    ),
  );
}

function preferenceOf({ preference }: ServerData): Text {
  return preference === null ? "" : String(preference);
}

function statusOf(server: ServerData, other: Shown | null): Status {
  const verdicts = server.tls === null ? [] : Object.values(server.verdicts).map(({ status }) => status);
  return worstOf([reachedStatus(server), ...verdicts, other?.status ?? "none"]);
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

function daneCell(server: ServerData): Cell {
  const { status, reason } = server.dane;
  if (status === "absent" || reason === "no_tls") return "";
  return cell(
    daneStatus(server),
    status === "pass" ? "" : words(status === "fail" ? (reason ?? "") : status),
  );
}

/** Findings about a server that none of the verdicts shows. */
const ELSE: readonly string[] = [
  ...["lifetime", "key_type", "no_timestamps", "revoked", "must_staple_missing", "staple_broken"],
  ...["second_certificate", "auth_in_clear", "mx_alias", "caa_not_allowed"],
];

type Shown = { readonly status: Status; readonly text: Text };

function elseOf(server: ServerData, findings: Answer["findings"]): Shown | null {
  const found = findings.filter((one) => ELSE.includes(one.code.replace("ssl.", "")) && isAbout(one, server));
  if (found.length === 0) return null;
  return {
    status: worstOf(found.map(({ severity }) => SEVERITY_STATUS[severity])),
    text: found.map(({ code }) => words(code.replace("ssl.", ""))).join(", "),
  };
}

/** What servers that did not come to TLS said before. */
function saidBy(servers: readonly ServerData[]): Block | null {
  const silent = servers.filter(({ reachability: { status } }) => status !== "ok");
  const alike = Map.groupBy(silent, ({ reachability }) => {
    const { detail, greeting, capabilities } = reachability;
    return JSON.stringify([detail, greeting, capabilities]);
  });
  const rows = [...alike.values()].flatMap((some): (readonly [Text, Cell])[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { detail, greeting, capabilities } = first.reachability;
    const texts = [
      ...(detail === "" ? [] : [outside(detail)]),
      ...(greeting === null || detail.includes(greeting) ? [] : [say`greeting ${greeting}`]),
      ...(capabilities === null ? [] : [join(["offers ", list(capabilities, OFFERS_MAX, "nothing")])]),
    ];
    return texts.length === 0
      ? []
      : [[placesOf(some, servers), cell(reachedStatus(first), join(texts, "; "))]];
  });
  return facts(rows.slice(0, SAID_MAX));
}
