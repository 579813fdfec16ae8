import { type Tlsa, unusableBecause } from "@dnstools/core/protocol/dane";
import { recordsOf } from "../answers.ts";
import { createSayer, type Section, statusBy } from "../section.ts";
import type { DaneData, DaneHostData } from "./data.ts";
import { DANE_FINDINGS } from "./findings.ts";
import type { DaneHostReading, DaneReading } from "./lookup-dane.ts";

/** What else of the domain DANE is judged by. */
export type DaneContext = {
  readonly domain: string;
  /** Whether there is a TLS-RPT record, or that is not known. */
  readonly reports: boolean;
};

const RECORDS_MAX = 20;
const DATA_MAX = 200;
const SHOWN_MAX = 50;

/** Judges the records: whether senders can go by them, and of all mail servers. */
export function judgeDane(reading: DaneReading, { domain, reports }: DaneContext): Section<DaneData> {
  const sayer = createSayer(DANE_FINDINGS);
  const { say } = sayer;
  const all = reading.mxSecure ? reading.hosts.slice(0, SHOWN_MAX) : [];
  const hosts = all.map(judgeHost);
  const are = (...statuses: readonly DaneHostData["status"][]) =>
    hosts.filter(({ status }) => statuses.includes(status));
  for (const { host } of are("unusable")) say("mail.dane_unusable", host);
  // Where the way to the name is unknown, no TLSA record was asked for.
  for (const { name, reason } of are("unknown"))
    if (reason === "servfail" && all.some(({ tlsa }) => tlsa?.name === name))
      say("mail.dane_lookup_failed", `${name}, SERVFAIL`);
  if (are("usable").length > 0) {
    for (const { host } of are("absent", "insecure")) say("mail.dane_partial", host);
    if (!reports) say("mail.dane_without_reports", domain);
  }
  const data = {
    ...statusOf(reading, hosts, statusBy(sayer.findings)),
    records: all.flatMap(textsOf),
    findings: sayer.codes(),
    hosts: reading.mxReason === null ? hosts : null,
  };
  // Records that nobody goes by now would be gone by then: only the server's certificate tells what is right.
  return { data, findings: sayer.findings, remedies: [] };
}

function judgeHost({ host, secure, reason, end, tlsa }: DaneHostReading): DaneHostData {
  const name = tlsa?.name ?? `_25._tcp.${end}`;
  const say = (status: DaneHostData["status"], why: DaneHostData["reason"] = null): DaneHostData => ({
    host,
    name,
    status,
    reason: why,
    records: [],
  });
  if (tlsa === null && reason !== null) return say("unknown", reason);
  if (tlsa === null) return say(secure ? "not_asked" : "insecure");
  const { outcome } = tlsa.answer;
  if (outcome.kind === "unknown") return say("unknown", outcome.reason);
  if (outcome.kind === "absent") return say("absent");
  const records = readable(tlsa).map((record) => ({
    usage: record.usage,
    selector: record.selector,
    matchingType: record.matchingType,
    data: record.certificate.slice(0, DATA_MAX),
    unusable: unusableBecause(record, true),
  }));
  const usable = records.some(({ unusable }) => unusable === null);
  const status = !tlsa.answer.secure ? "insecure" : usable ? "usable" : "unusable";
  return { ...say(status), records };
}

function readable({ answer }: NonNullable<DaneHostReading["tlsa"]>): readonly Tlsa[] {
  return recordsOf(answer)
    .slice(0, RECORDS_MAX)
    .map(({ data }) => data);
}

function statusOf(
  { mxReason }: DaneReading,
  hosts: readonly DaneHostData[],
  found: ReturnType<typeof statusBy>,
): Pick<DaneData, "status" | "reason"> {
  const has = (status: DaneHostData["status"]) => hosts.some((host) => host.status === status);
  if (mxReason !== null) return { status: "unknown", reason: mxReason };
  // Nobody asks where DNSSEC does not prove the way.
  if (hosts.every(({ status, records }) => status === "insecure" && records.length === 0))
    return { status: "not_applicable", reason: null };
  const open = hosts.find(({ status }) => status === "unknown");
  if (open !== undefined && found !== "invalid") return { status: "unknown", reason: open.reason };
  if (!has("usable") && !has("unusable")) return { status: "absent", reason: null };
  return { status: found, reason: null };
}

function textsOf({ tlsa }: DaneHostReading): readonly string[] {
  if (tlsa === null) return [];
  return readable(tlsa).map((record) => `${tlsa.name} TLSA ${textOf(record).slice(0, DATA_MAX)}`);
}

function textOf({ usage, selector, matchingType, certificate }: Tlsa): string {
  return `${usage} ${selector} ${matchingType} ${certificate}`;
}
