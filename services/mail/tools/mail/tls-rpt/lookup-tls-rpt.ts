import { TLS_RPT_VERSION } from "@dnstools/core/protocol/mail/tls-rpt";
import { type Selected, selectRecords } from "@dnstools/core/protocol/mail/versioned-record";
import { type Answer, type Known, textsOf } from "../answers.ts";

/** What is known of a domain's TLS-RPT. */
export type TlsRptReading = { readonly txt: Answer<"TXT">; readonly selected: Selected };

/** Asks for the record. */
export function readTlsRpt(known: Known, domain: string): TlsRptReading {
  const txt = known.dns(`_smtp._tls.${domain}`, "TXT");
  return { txt, selected: selectRecords(textsOf(txt), TLS_RPT_VERSION) };
}

/** Whether there is a record that senders go by, or that is not known. */
export function hasReports({ txt, selected }: TlsRptReading): boolean {
  return txt.outcome.kind === "unknown" || selected.records.length === 1;
}
