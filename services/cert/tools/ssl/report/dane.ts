import { blocks, cell, facts, join, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { ServerData, SslData } from "../data.ts";
import { byDigest, type Certificates } from "./certificates.ts";
import { cut, hostText, placesOf, words, worstFirst, worstOf } from "./words.ts";

type Dane = ServerData["dane"];
type TlsaRecord = Dane["records"][number];

const ROWS_MAX = 8;
const FACTS_MAX = 4;
/** Maximum number of characters of a record's data in the report; the JSON has the full data. */
const DATA_MAX = 32;

const STATUSES: Readonly<Record<Dane["status"], Status>> = {
  pass: "pass",
  fail: "fail",
  unusable: "warning",
  insecure: "none",
  absent: "none",
  unknown: "unknown",
};

/**
 * Builds the report section about TLSA records and the servers' certificates; the section has no blocks if there are
 * no records.
 */
export function daneSection(data: SslData): Section {
  const certificates = byDigest(data);
  const some = data.servers.filter(({ dane }) => dane.records.length > 0 || isOpen(dane));
  const groups = worstFirst([...Map.groupBy(some, keyOf).values()], (servers) =>
    worstOf(servers.map(daneStatus)),
  );
  const rows = groups.flatMap(([server]) =>
    server === undefined ? [] : server.dane.records.map((record) => rowOf(record, server)),
  );
  return {
    heading: "Do the TLSA records match the certificates (DANE)?",
    status: worstOf(some.map(daneStatus)),
    blocks: blocks([
      openFacts(groups, data.servers),
      table(["Name", "Record", "Data", "Matches"], rows, ROWS_MAX),
      keyFacts(groups, data.servers, certificates),
    ]),
  };
}

function isOpen({ status }: Dane): boolean {
  return status === "unknown";
}

function keyOf({ dane, chain }: ServerData): string {
  return JSON.stringify([dane, chain?.[0]?.sha256]);
}

/**
 * Returns the status of DANE. A mismatch is an error only between mail servers, because few other clients check
 * TLSA.
 */
export function daneStatus({ dane, service }: ServerData): Status {
  const status = STATUSES[dane.status];
  return status === "fail" && service !== "smtp25" ? "warning" : status;
}

function rowOf(record: TlsaRecord, server: ServerData): readonly Cell[] {
  const { usage, selector, matchingType, data } = record;
  return [
    hostText(server.dane.name ?? ""),
    `${usage} ${selector} ${matchingType}`,
    cut(data, DATA_MAX),
    matchCell(record, server),
  ];
}

function matchCell({ matches, unusable }: TlsaRecord, server: ServerData): Cell {
  if (unusable !== null) return cell("warning", `not usable: ${words(unusable)}`);
  if (matches === null) return cell("unknown", "");
  if (matches) return cell("pass", "yes");
  // One matching record is enough; the others may be for another key, for example during a key change.
  return cell(server.dane.status === "pass" ? "none" : daneStatus(server), "no");
}

/** Lists why records could not be compared or do not count, for cases without a finding. */
function openFacts(groups: readonly (readonly ServerData[])[], all: readonly ServerData[]): Block | null {
  const rows = groups.flatMap((servers): (readonly [Text, Cell])[] => {
    const [server] = servers;
    if (server === undefined) return [];
    const { status, reason, detail } = server.dane;
    if (status !== "unknown" && reason !== "way") return [];
    return [
      [
        placesOf(servers, all),
        cell(
          daneStatus(server),
          join([outside(detail), status === "unknown" ? ` (${words(reason ?? "")})` : ""]),
        ),
      ],
    ];
  });
  return facts(rows.slice(0, FACTS_MAX));
}

/** Lists the public key that a record has to match, if no record matches. */
function keyFacts(
  groups: readonly (readonly ServerData[])[],
  all: readonly ServerData[],
  certificates: Certificates,
): Block | null {
  const rows = groups.flatMap((servers): (readonly [Text, Cell])[] => {
    const [server] = servers;
    if (server === undefined || !["fail", "unusable"].includes(server.dane.status)) return [];
    const key = certificates.get(server.chain?.[0]?.sha256 ?? "")?.details?.spkiSha256;
    return key === undefined ? [] : [[placesOf(servers, all), say`its key has the SHA-256 (3 1 1) ${key}`]];
  });
  return facts(rows.slice(0, FACTS_MAX));
}
