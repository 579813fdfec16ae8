import { printable } from "@dnstools/core/harmless";
import type { ReportUri } from "@dnstools/core/protocol/mail/report-uri";
import { readTlsRptRecord } from "@dnstools/core/protocol/mail/tls-rpt";
import { dnsKey } from "../answers.ts";
import { aboutReportHost } from "../lookup-report-hosts.ts";
import { createFindings, type Section, statusBy } from "../section.ts";
import type { TlsRptData } from "./data.ts";
import { TLS_RPT_FINDINGS } from "./findings.ts";
import type { TlsRptLookup } from "./lookup-tls-rpt.ts";
import { isRight, RECORDS_MAX, recommendTlsRpt, type TlsRptContext, URIS_MAX } from "./recommend-tls-rpt.ts";

/** Evaluates the TLS-RPT record of a domain (RFC 8460 3). */
export function evaluateTlsRpt({ txt, selected }: TlsRptLookup, context: TlsRptContext): Section<TlsRptData> {
  const findings = createFindings(TLS_RPT_FINDINGS, [dnsKey(`_smtp._tls.${context.domain}`, "TXT")]);
  const { add } = findings;
  const meant = [...new Set([...selected.records, ...selected.nearMisses])];
  const [first, second] = selected.records;
  const isUnknown = txt.outcome.kind === "unknown";
  for (const text of selected.nearMisses)
    if (first !== undefined) add("mail.tls_rpt_near_miss", printable(text, 100));
    else add("mail.tls_rpt_invalid", `"${printable(text, 100)}" does not begin v=TLSRPTv1;`);
  if (second !== undefined) add("mail.tls_rpt_several");
  if (!isUnknown && meant.length === 0 && (context.receives || context.needed))
    add("mail.tls_rpt_missing", context.domain);
  const record = first === undefined || second !== undefined ? null : readTlsRptRecord(first);
  for (const problem of record?.problems ?? []) add("mail.tls_rpt_invalid", problem);
  for (const uri of record?.rua ?? []) if (!isRight(uri)) add("mail.tls_rpt_uri_invalid", wordsOf(uri));
  for (const { host, takesMail, why } of context.reportHosts)
    if (takesMail === false && record?.rua?.some((uri) => isRight(uri) && isMailTo(uri, host)))
      add("mail.tls_rpt_no_mail", aboutReportHost(host, why));
  const status = meant.length === 0 ? "absent" : statusBy(findings.list);
  return {
    data: {
      status: isUnknown ? "unknown" : status,
      reason: txt.outcome.kind === "unknown" ? txt.outcome.reason : null,
      records: meant.slice(0, RECORDS_MAX).map((text) => printable(text, 1000)),
      findings: findings.codes(),
      rua:
        record?.rua?.slice(0, URIS_MAX).map((uri) => ({
          uri: printable(uri.uri, 300),
          scheme: uri.scheme,
          host: uri.host,
          problem: isRight(uri) ? null : (uri.problem ?? (uri.size === null ? "scheme" : "characters")),
        })) ?? null,
    },
    findings: findings.list,
    recommendations: isUnknown
      ? []
      : recommendTlsRpt([...findings.codes().filter(isFixable), ...context.missedBy], meant, context),
  };
}

function isMailTo(uri: ReportUri, host: string): boolean {
  return uri.scheme === "mailto" && uri.host === host;
}

function wordsOf({ uri, size, problem }: ReportUri): string {
  if (problem === "empty") return "an empty address between two commas";
  if (problem === "too_many") return "an address beyond the number that this API reads";
  return printable(size === null ? uri : `${uri}!${size}`, 100);
}

/**
 * Returns true if a recommended record can fix the finding. Only the domain's owner knows an address that accepts
 * mail.
 */
function isFixable(code: string): boolean {
  return code !== "mail.tls_rpt_no_mail";
}
