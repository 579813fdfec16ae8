import { failedFor } from "@dnstools/core/domain/dnssec";
import { dnsKey, recordsOf } from "@dnstools/core/mail/answers";
import { createFindings, type SectionAbout, statusBy } from "@dnstools/core/mail/section";
import { type Tlsa, unusableBecause } from "@dnstools/core/protocol/dane";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Section } from "../section.ts";
import type { DaneData, DaneHostData } from "./data.ts";
import { DANE_FINDINGS } from "./findings.ts";
import type { DaneHostLookup, DaneLookup } from "./lookup-dane.ts";

/** The facts about the domain, in addition to its TLSA records, that the evaluation needs. */
export type DaneContext = {
  readonly domain: string;
  /** True if there is a TLS-RPT record, or if that is unknown. */
  readonly reports: boolean;
  readonly evidence: readonly Evidence[];
};

const RECORDS_MAX = 20;
const DATA_MAX = 200;
const SHOWN_MAX = 50;

/** Evaluates whether senders can use the TLSA records of the mail servers (RFC 7672). */
export function evaluateDane(
  lookup: DaneLookup,
  { domain, reports, evidence }: DaneContext,
): Section<DaneData> {
  const findings = createFindings(DANE_FINDINGS);
  const { add } = findings;
  const all = lookup.mxSecure ? lookup.hosts.slice(0, SHOWN_MAX) : [];
  const hosts = all.map((host) => evaluateHost(host, evidence));
  const are = (...statuses: readonly DaneHostData["status"][]) =>
    hosts.filter(({ status }) => statuses.includes(status));
  for (const { host, name } of are("unusable")) add("mail.dane_unusable", about(host, name));
  for (const { host, name } of are("bogus")) add("mail.dane_bogus", about(host, name));
  // If the aliases of a host are unknown, its TLSA records were not looked up, so their lookup cannot have failed.
  for (const { name, reason } of are("unknown"))
    if (reason === "servfail" && all.some(({ tlsa }) => tlsa?.name === name))
      add("mail.dane_lookup_failed", { ...about(name, name), subject: `${name}, SERVFAIL` });
  if (are("usable").length > 0) {
    for (const { host, name } of are("absent", "insecure")) add("mail.dane_partial", about(host, name));
    if (!reports)
      add("mail.dane_without_reports", {
        subjects: [domain],
        queries: [
          dnsKey(`_smtp._tls.${domain}`, "TXT"),
          ...are("usable").map(({ name }) => dnsKey(name, "TLSA")),
        ],
      });
  }
  const data = {
    ...statusOf(lookup, hosts, statusBy(findings.list)),
    records: all.flatMap(textsOf),
    findings: findings.codes(),
    hosts: lookup.mxReason === null ? hosts : null,
  };
  // No record is recommended: the right one depends on the server's certificate.
  return { data, findings: findings.list, recommendations: [] };
}

/** Returns the subject of a finding about the TLSA records and addresses of a mail server. */
function about(host: string, name: string): SectionAbout {
  return { subjects: [host], queries: [dnsKey(name, "TLSA"), dnsKey(host, "A"), dnsKey(host, "AAAA")] };
}

function evaluateHost(
  { host, secure, reason, end, tlsa }: DaneHostLookup,
  evidence: DaneContext["evidence"],
): DaneHostData {
  const name = tlsa?.name ?? `_25._tcp.${end}`;
  const of = (status: DaneHostData["status"], why: DaneHostData["reason"] = null): DaneHostData => ({
    host,
    name,
    status,
    reason: why,
    records: [],
  });
  if (tlsa === null && reason !== null) return of("unknown", reason);
  if (tlsa === null) return of(secure ? "not_asked" : "insecure");
  const { outcome } = tlsa.answer;
  const isBogus = outcome.kind === "unknown" && failedFor(evidence, `${name}. IN TLSA`) === "dnssec";
  if (isBogus) return of("bogus");
  if (outcome.kind === "unknown") return of("unknown", outcome.reason);
  if (outcome.kind === "absent") return of("absent");
  const records = readable(tlsa).map((record) => ({
    usage: record.usage,
    selector: record.selector,
    matchingType: record.matchingType,
    data: record.certificate.slice(0, DATA_MAX),
    unusable: unusableBecause(record, true),
  }));
  const usable = records.some(({ unusable }) => unusable === null);
  const status = !tlsa.answer.secure ? "insecure" : usable ? "usable" : "unusable";
  return { ...of(status), records };
}

function readable({ answer }: NonNullable<DaneHostLookup["tlsa"]>): readonly Tlsa[] {
  return recordsOf(answer)
    .slice(0, RECORDS_MAX)
    .map(({ data }) => data);
}

function statusOf(
  { mxReason }: DaneLookup,
  hosts: readonly DaneHostData[],
  found: ReturnType<typeof statusBy>,
): Pick<DaneData, "status" | "reason"> {
  const has = (status: DaneHostData["status"]) => hosts.some((host) => host.status === status);
  if (mxReason !== null) return { status: "unknown", reason: mxReason };
  // Senders do not look up the TLSA records of a host if DNSSEC does not secure the host's addresses.
  if (hosts.every(({ status, records }) => status === "insecure" && records.length === 0))
    return { status: "not_applicable", reason: null };
  const open = hosts.find(({ status }) => status === "unknown");
  if (open !== undefined && found !== "invalid") return { status: "unknown", reason: open.reason };
  if (!has("usable") && !has("unusable") && !has("bogus")) return { status: "absent", reason: null };
  return { status: found, reason: null };
}

function textsOf({ tlsa }: DaneHostLookup): readonly string[] {
  if (tlsa === null) return [];
  return readable(tlsa).map((record) => `${tlsa.name} TLSA ${textOf(record).slice(0, DATA_MAX)}`);
}

function textOf({ usage, selector, matchingType, certificate }: Tlsa): string {
  return `${usage} ${selector} ${matchingType} ${certificate}`;
}
