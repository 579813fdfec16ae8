import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status, Text } from "@dnstools/core/report/report";
import { short, unknownFacts, worstOf } from "../../report-parts.ts";
import type { EmailData, RecordsData, ScoutData } from "../data.ts";
import { DNSSEC_STATUS } from "./words.ts";

/** Maximum number of values of a type that are shown; ROWS_MAX is the maximum number of different answers. */
const VALUES_MAX = 3;
const ROWS_MAX = 6;
/** Record types that are left out, because the tree of names shows them or because only software can read them. */
const ELSEWHERE: readonly string[] = ["A", "AAAA", "MX", "NS", "SOA", "DNSKEY", "DS"];

/** Builds the section on the records of the domain itself, without its addresses and mail servers. */
export function ownRecordsSection({ data: { records, email }, findings }: Answer<ScoutData>): Section {
  const heading = "Which records does the domain itself have?";
  if (records === null) return { heading, status: "none", blocks: [] };
  const types = Object.entries(records.types);
  const unknown = types.filter(([, state]) => state?.status === "unknown");
  const absent = types.filter(([, state]) => state?.status === "nodata").map(([type]) => type);
  const shown = Object.entries(records.records).flatMap(([type, all]) => {
    if (ELSEWHERE.includes(type) && !(type === "MX" && email === null)) return [];
    const values = (all ?? []).filter((record) => !isShownForMail(record, email)).map(({ value }) => value);
    return values.length === 0 ? [] : [[outside(type), valuesText(values)] as const];
  });
  const dnssec = dnssecCell(records.dnssec);
  const varies = findings.some(({ code }) => code === "scout.servers_vary");
  const differing = differenceRows(records, varies ? "none" : "warning");
  return {
    heading,
    status: worstOf([
      ...(dnssec === null ? [] : [dnssec.status]),
      ...(unknown.length > 0 ? (["unknown"] as const) : []),
      ...(differing.length > 0 && !varies ? (["warning"] as const) : []),
    ]),
    blocks: blocks([
      table(["Type", "Servers differ", "At"], differing, ROWS_MAX),
      facts([
        ["DNSSEC", dnssec],
        ...shown,
        ...unknownFacts(unknown.map(([type, state]) => ({ name: type, reason: state?.reason ?? null }))),
        ["No records of", absent.length === 0 ? null : list(absent, 12)],
      ]),
    ]),
  };
}

/** Returns true for the SPF record, which the section on mail shows. */
function isShownForMail({ data }: DnsRecord, email: EmailData | null): boolean {
  return email?.spf.record != null && "text" in data && data["text"] === email.spf.record;
}

function dnssecCell(dnssec: RecordsData["dnssec"]): { readonly status: Status; readonly text: Text } | null {
  if (dnssec === null) return null;
  const { status, signaturesExpire, ds } = dnssec;
  const until = signaturesExpire === null ? "" : say`, the first signature expires ${signaturesExpire}`;
  if (status === "unknown") return { status: "unknown", text: "could not be determined" };
  const text =
    status === "insecure" ? (ds === false ? "insecure: no DS record at the parent" : "insecure") : status;
  return { status: DNSSEC_STATUS[status], text: join([text, until]) };
}

function valuesText(values: readonly string[]): Text {
  const shown = join(
    values.slice(0, VALUES_MAX).map((value) => short(value)),
    "; ",
  );
  const more = values.length - VALUES_MAX;
  return more > 0 ? join([shown, ` and ${more} more`]) : shown;
}

function differenceRows({ differences }: RecordsData, status: Status): readonly (readonly Cell[])[] {
  // SOA is left out because the section on servers shows the serial numbers.
  const shown = (differences ?? []).filter(({ type }) => type !== "SOA");
  return shown.flatMap(({ type, answers }) =>
    answers.map(({ values, servers }) => [
      outside(type),
      cell(status, values.length === 0 ? "none" : valuesText(values)),
      list(
        servers.map(({ name, address }) => say`${name} (${address})`),
        2,
      ),
    ]),
  );
}
