import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import { VERSIONS } from "../data/more.ts";
import type { ServerData, SslData } from "../data.ts";
import { furtherFacts } from "./further.ts";
import { dotted, placesOf, words, worstFirst, worstOf } from "./words.ts";

const CLIENTS = { browsers: "Current browsers", openssl: "OpenSSL's defaults" } as const;
const ROWS_MAX = 8;
const UNFINISHED_MAX = 3;

/**
 * Builds the report section about the clients that refuse servers, and the TLS versions and ciphers of the
 * servers.
 */
export function clientsSection(answer: Answer<SslData>): Section {
  const { servers, summary } = answer.data;
  const reached = servers.filter(({ tls }) => tls !== null);
  const rows = worstFirst(likes(reached), protocolOf);
  const { status, block } = furtherFacts(reached, answer);
  // A refusal by a client is an error only if the verdict of the whole answer is `fail`.
  const refused: Status = summary.verdict.status === "fail" ? "fail" : "warning";
  const wide = rows.length > 1;
  return {
    heading: "Which clients can connect, and with which TLS version?",
    status: worstOf([protocolOf(reached), ...summary.refusedBy.map(() => refused), status]),
    blocks: blocks([
      refusalFacts(summary.refusedBy, refused),
      unfinishedFacts(reached, servers),
      table(
        [...(wide ? ["Server"] : []), "Chosen", "Takes", "Refuses", "Not known"],
        rows.map((some) => [...(wide ? [placesOf(some, servers)] : []), ...versionCells(some)]),
        ROWS_MAX,
      ),
      reached.some(({ more }) => more === null)
        ? { kind: "note", text: "Only the first address of a mail server is tested for its versions." }
        : null,
      block,
      summary.refusedBy.length === 0 && reached.length > 0
        ? { kind: "note", text: "No current client is known to refuse the connection." }
        : null,
    ]),
  };
}

function protocolOf(servers: readonly ServerData[]): Status {
  return worstOf(servers.map(({ verdicts }) => verdicts.protocol.status));
}

/**
 * Groups servers with the same TLS properties. An address whose versions were not tested joins a tested address of the
 * same host.
 */
function likes(reached: readonly ServerData[]): readonly (readonly ServerData[])[] {
  const keyOf = ({ tls, verdicts, more }: ServerData) =>
    JSON.stringify([tls?.version, tls?.cipher, tls?.group, verdicts.protocol, more?.versions]);
  const of = (server: ServerData): ServerData =>
    reached.find((one) => one.host === server.host && one.more !== null && isLike(one, server)) ?? server;
  return [...Map.groupBy(reached, (one) => keyOf(one.more === null ? of(one) : one)).values()];
}

function isLike({ tls: a }: ServerData, { tls: b }: ServerData): boolean {
  return a?.version === b?.version && a?.cipher === b?.cipher && a?.group === b?.group;
}

function versionCells(servers: readonly ServerData[]): readonly Cell[] {
  const tls = servers[0]?.tls ?? null;
  const versions = servers.find(({ more }) => more !== null)?.more?.versions ?? null;
  const those = (taken: boolean | null): string =>
    VERSIONS.filter((version) => {
      // Without further connections, only the chosen version is known.
      const known = versions === null ? (version === tls?.version ? true : null) : versions[version];
      return known === taken;
    }).join(", ");
  const chosen = dotted([outside(tls?.version ?? ""), outside(tls?.cipher ?? ""), nullable(tls?.group)]);
  const open = those(null);
  return [
    cell(protocolOf(servers), chosen),
    those(true),
    those(false),
    open === "" ? "" : cell("unknown", open),
  ];
}

function nullable(text: string | null | undefined): Text | null {
  return text === null || text === undefined ? null : outside(text);
}

function refusalFacts(refusals: SslData["summary"]["refusedBy"], status: Status): Block | null {
  return facts(
    refusals.map(({ client, servers, reasons }): readonly [Text, Cell] => [
      CLIENTS[client],
      cell(status, join(["refuse ", list(servers, 3), ` (${reasons.map(words).join(", ")})`])),
    ]),
  );
}

/** Reasons that the shown version and cipher already explain. */
const CHOSEN: readonly string[] = ["old_protocol", "no_current_cipher"];

/** Lists why handshakes were not finished. */
function unfinishedFacts(reached: readonly ServerData[], all: readonly ServerData[]): Block | null {
  const open = reached.filter(
    ({ tls, verdicts: { protocol } }) => tls?.finished === false && !CHOSEN.includes(protocol.reason ?? ""),
  );
  const alike = [...Map.groupBy(open, ({ verdicts }) => verdicts.protocol.detail)];
  return facts(
    alike
      .slice(0, UNFINISHED_MAX)
      .map(([detail, some]): readonly [Text, Cell] => [
        placesOf(some, all),
        cell(protocolOf(some), outside(detail)),
      ]),
  );
}
