import { TLS_RPT_VERSION } from "../../protocol/mail/tls-rpt.ts";
import { type Selected, selectRecords } from "../../protocol/mail/versioned-record.ts";
import { type Answer, type Answers, textsOf } from "../answers.ts";

/** The lookup of a domain's TLS-RPT record. */
export type TlsRptLookup = { readonly txt: Answer<"TXT">; readonly selected: Selected };

/** Looks up the TLS-RPT record of a domain. */
export function lookUpTlsRpt(answers: Answers, domain: string): TlsRptLookup {
  const txt = answers.dns(`_smtp._tls.${domain}`, "TXT");
  return { txt, selected: selectRecords(textsOf(txt), TLS_RPT_VERSION) };
}

/** Returns true if there is exactly one TLS-RPT record, or if that is unknown. */
export function hasReports({ txt, selected }: TlsRptLookup): boolean {
  return txt.outcome.kind === "unknown" || selected.records.length === 1;
}
