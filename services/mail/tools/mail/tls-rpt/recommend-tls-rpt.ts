import { printable } from "@dnstools/core/harmless";
import { isRight, type TlsRptFacts } from "@dnstools/core/mail/tls-rpt/judge-tls-rpt";
import { readTlsRptRecord } from "@dnstools/core/protocol/mail/tls-rpt";
import type { Recommendation } from "../section.ts";

/** The facts about the domain, in addition to its TLS-RPT record, that the evaluation needs. */
export type TlsRptContext = TlsRptFacts & {
  /** Codes of other sections' findings that a TLS-RPT record fixes. */
  readonly missedBy: readonly string[];
};

/** Maximum number of records in the answer, and of addresses of one record. */
export const RECORDS_MAX = 10;
export const URIS_MAX = 20;

/**
 * Recommends one TLS-RPT record in place of all existing ones: with their valid addresses, or with a new address if
 * none of them is valid.
 */
export function recommendTlsRpt(
  codes: readonly string[],
  meant: readonly string[],
  { domain }: TlsRptContext,
): readonly Recommendation[] {
  if (codes.length === 0) return [];
  const name = `_smtp._tls.${domain}`;
  // A size limit after an address is left out of the new record.
  const all = meant.slice(0, RECORDS_MAX).flatMap((text) => readTlsRptRecord(text).rua ?? []);
  const bare = (uri: string) => (/^[^@:,!\s]+@[a-z0-9.-]+$/i.test(uri) ? [`mailto:${uri}`] : []);
  const kept = all.flatMap((one) => (isRight({ ...one, size: null }) ? [one.uri] : bare(one.uri)));
  const right = [...new Set(kept)];
  const to = right.length === 0 ? `mailto:tls-reports@${domain}` : right.slice(0, URIS_MAX).join(",");
  const record = (value: string) => ({ name, type: "TXT", value });
  const remove = meant.map((text) => record(printable(text, 1000)));
  return [{ codes, publish: [record(`v=TLSRPTv1; rua=${to}`)], remove, file: null, test: null }];
}
