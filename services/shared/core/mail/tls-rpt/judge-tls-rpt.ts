import { printable } from "../../harmless.ts";
import type { ReportUri } from "../../protocol/mail/report-uri.ts";
import { readTlsRptRecord, type TlsRptRecord } from "../../protocol/mail/tls-rpt.ts";
import type { Reason } from "../../tool/outcome.ts";
import { dnsKey } from "../answers.ts";
import { aboutReportHost, type ReportHost } from "../lookup-report-hosts.ts";
import { createFindings, type Findings, type SectionStatus, statusBy } from "../section.ts";
import { TLS_RPT_FINDINGS } from "./findings.ts";
import type { TlsRptLookup } from "./lookup-tls-rpt.ts";

/** The facts about the domain, in addition to its TLS-RPT record, that the judgement needs. */
export type TlsRptFacts = {
  readonly domain: string;
  readonly receives: boolean;
  /** True if reports are needed, because MTA-STS or DANE is in use and only reports show their failures. */
  readonly needed: boolean;
  /** The hosts that reports are sent to by mail, and whether they accept mail. */
  readonly reportHosts: readonly ReportHost[];
};

/** The judgement of a domain's TLS-RPT record. */
export type TlsRptJudgement = {
  readonly status: SectionStatus;
  /** Why the status is unknown; null if it is known. */
  readonly reason: Reason | null;
  /** The records, and the texts that look like records. */
  readonly meant: readonly string[];
  /** The parsed record; null unless there is exactly one. */
  readonly record: TlsRptRecord | null;
  readonly findings: Findings<typeof TLS_RPT_FINDINGS>;
};

/** Judges the TLS-RPT record of a domain (RFC 8460 3). */
export function judgeTlsRpt({ txt, selected }: TlsRptLookup, facts: TlsRptFacts): TlsRptJudgement {
  const findings = createFindings(TLS_RPT_FINDINGS, [dnsKey(`_smtp._tls.${facts.domain}`, "TXT")]);
  const { add } = findings;
  const meant = [...new Set([...selected.records, ...selected.nearMisses])];
  const [first, second] = selected.records;
  const reason = txt.outcome.kind === "unknown" ? txt.outcome.reason : null;
  for (const text of selected.nearMisses)
    if (first !== undefined) add("mail.tls_rpt_near_miss", printable(text, 100));
    else add("mail.tls_rpt_invalid", `"${printable(text, 100)}" does not begin v=TLSRPTv1;`);
  if (second !== undefined) add("mail.tls_rpt_several");
  if (reason === null && meant.length === 0 && (facts.receives || facts.needed))
    add("mail.tls_rpt_missing", facts.domain);
  const record = first === undefined || second !== undefined ? null : readTlsRptRecord(first);
  for (const problem of record?.problems ?? []) add("mail.tls_rpt_invalid", problem);
  for (const uri of record?.rua ?? []) if (!isRight(uri)) add("mail.tls_rpt_uri_invalid", wordsOf(uri));
  for (const { host, takesMail, why } of facts.reportHosts)
    if (takesMail === false && record?.rua?.some((uri) => isRight(uri) && isMailTo(uri, host)))
      add("mail.tls_rpt_no_mail", aboutReportHost(host, why));
  const status = meant.length === 0 ? "absent" : statusBy(findings.list);
  return { status: reason === null ? status : "unknown", reason, meant, record, findings };
}

/** Returns true if an address is valid: a mailto or https URI without a size limit (RFC 8460 3). */
export function isRight({ problem, scheme, size }: ReportUri): boolean {
  return problem === null && size === null && (scheme === "mailto" || scheme === "https");
}

function isMailTo(uri: ReportUri, host: string): boolean {
  return uri.scheme === "mailto" && uri.host === host;
}

function wordsOf({ uri, size, problem }: ReportUri): string {
  if (problem === "empty") return "an empty address between two commas";
  if (problem === "too_many") return "an address beyond the number that this API reads";
  return printable(size === null ? uri : `${uri}!${size}`, 100);
}
