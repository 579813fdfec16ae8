import { type ReportUri, readReportUris } from "./report-uri.ts";
import { readFields } from "./versioned-record.ts";

/** The record that says where reports about TLS go (RFC 8460 3). */
export type TlsRptRecord = {
  /** Null where there is no rua. The first counts. */
  readonly rua: readonly ReportUri[] | null;
  /** In words; what is wrong with single addresses stands with them. */
  readonly problems: readonly string[];
};

export const TLS_RPT_VERSION = "TLSRPTv1";

/** Reads a text that begins with the version. */
export function readTlsRptRecord(text: string): TlsRptRecord {
  const { fields, problems } = readFields(text, ["rua"]);
  const rua = fields.find(({ name }) => name === "rua")?.value;
  if (rua === undefined || rua === "")
    return { rua: null, problems: [...problems, rua === "" ? "its rua is empty" : "it has no rua"] };
  return { rua: readReportUris(rua), problems };
}
