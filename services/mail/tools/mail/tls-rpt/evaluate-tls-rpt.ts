import { printable } from "@dnstools/core/harmless";
import { isRight, judgeTlsRpt } from "@dnstools/core/mail/tls-rpt/judge-tls-rpt";
import type { TlsRptLookup } from "@dnstools/core/mail/tls-rpt/lookup-tls-rpt";
import type { Section } from "../section.ts";
import type { TlsRptData } from "./data.ts";
import { RECORDS_MAX, recommendTlsRpt, type TlsRptContext, URIS_MAX } from "./recommend-tls-rpt.ts";

/** Evaluates the TLS-RPT record of a domain (RFC 8460 3). */
export function evaluateTlsRpt(lookup: TlsRptLookup, context: TlsRptContext): Section<TlsRptData> {
  const { status, reason, meant, record, findings } = judgeTlsRpt(lookup, context);
  return {
    data: {
      status,
      reason,
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
    recommendations:
      reason !== null
        ? []
        : recommendTlsRpt([...findings.codes().filter(isFixable), ...context.missedBy], meant, context),
  };
}

/**
 * Returns true if a recommended record can fix the finding. Only the domain's owner knows an address that accepts
 * mail.
 */
function isFixable(code: string): boolean {
  return code !== "mail.tls_rpt_no_mail";
}
