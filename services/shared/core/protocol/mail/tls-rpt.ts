import { type ReportUri, readReportUris } from "./report-uri.ts";
import { readFields } from "./versioned-record.ts";

/** A TLS-RPT record, which says where to send reports about TLS (RFC 8460 3). */
export type TlsRptRecord = {
  /** Report addresses of the first `rua`; null if the record has no `rua`. */
  readonly rua: readonly ReportUri[] | null;
  /** What is wrong with the record, in words. Problems of single addresses are in `rua`. */
  readonly problems: readonly string[];
};

/** The version that TLS-RPT records begin with. */
export const TLS_RPT_VERSION = "TLSRPTv1";

/** Parses a TLS-RPT record. The text must begin with the TLS-RPT version. */
export function readTlsRptRecord(text: string): TlsRptRecord {
  const { fields, problems } = readFields(text, ["rua"]);
  const rua = fields.find(({ name }) => name === "rua")?.value;
  if (rua === undefined || rua === "")
    return { rua: null, problems: [...problems, rua === "" ? "its rua is empty" : "it has no rua"] };
  return { rua: readReportUris(rua), problems };
}
