import { printable } from "@dnstools/core/printable";
import type { ReportUri } from "@dnstools/core/protocol/mail/report-uri";
import { readTlsRptRecord } from "@dnstools/core/protocol/mail/tls-rpt";
import type { ReportHost } from "../lookup-report-hosts.ts";
import { createSayer, type Remedy, type Section, statusBy } from "../section.ts";
import type { TlsRptData } from "./data.ts";
import { TLS_RPT_FINDINGS } from "./findings.ts";
import type { TlsRptReading } from "./lookup-tls-rpt.ts";

/** What else of the domain TLS-RPT is judged by. */
export type TlsRptContext = {
  readonly domain: string;
  readonly receives: boolean;
  /** Whether MTA-STS or DANE is in use: then reports are what shows their failures. */
  readonly wanted: boolean;
  /** What is known of the hosts that reports go to by mail. */
  readonly reportHosts: readonly ReportHost[];
  /** Codes of other sections that miss a record which senders go by. */
  readonly missedBy: readonly string[];
};

const RECORDS_MAX = 10;
const URIS_SHOWN = 20;

/** Judges the record. */
export function judgeTlsRpt({ txt, selected }: TlsRptReading, context: TlsRptContext): Section<TlsRptData> {
  const sayer = createSayer(TLS_RPT_FINDINGS);
  const { say } = sayer;
  const meant = [...new Set([...selected.records, ...selected.nearMisses])];
  const [first, second] = selected.records;
  const isUnknown = txt.outcome.kind === "unknown";
  for (const text of selected.nearMisses)
    if (first !== undefined) say("mail.tls_rpt_near_miss", printable(text, 100));
    else say("mail.tls_rpt_invalid", `"${printable(text, 100)}" does not begin v=TLSRPTv1;`);
  if (second !== undefined) say("mail.tls_rpt_several");
  if (!isUnknown && meant.length === 0 && (context.receives || context.wanted))
    say("mail.tls_rpt_missing", context.domain);
  const record = first === undefined || second !== undefined ? null : readTlsRptRecord(first);
  for (const problem of record?.problems ?? []) say("mail.tls_rpt_invalid", problem);
  for (const uri of record?.rua ?? []) if (!isRight(uri)) say("mail.tls_rpt_uri_invalid", wordsOf(uri));
  for (const { host, takesMail, why } of context.reportHosts)
    if (takesMail === false && record?.rua?.some((uri) => isRight(uri) && isMailTo(uri, host)))
      say("mail.tls_rpt_no_mail", `${host}: ${why}`);
  const status = meant.length === 0 ? "absent" : statusBy(sayer.findings);
  return {
    data: {
      status: isUnknown ? "unknown" : status,
      reason: txt.outcome.kind === "unknown" ? txt.outcome.reason : null,
      records: meant.slice(0, RECORDS_MAX).map((text) => printable(text, 1000)),
      findings: sayer.codes(),
      rua:
        record?.rua?.slice(0, URIS_SHOWN).map((uri) => ({
          uri: printable(uri.uri, 300),
          scheme: uri.scheme,
          host: uri.host,
          problem: isRight(uri) ? null : (uri.problem ?? (uri.size === null ? "scheme" : "characters")),
        })) ?? null,
    },
    findings: sayer.findings,
    remedies: isUnknown
      ? []
      : remediesFor([...sayer.codes().filter(isCurable), ...context.missedBy], meant, context),
  };
}

/** Reports go by mail or HTTPS alone, and there are no sizes (RFC 8460 3). */
function isRight({ problem, scheme, size }: ReportUri): boolean {
  return problem === null && size === null && (scheme === "mailto" || scheme === "https");
}

function isMailTo(uri: ReportUri, host: string): boolean {
  return uri.scheme === "mailto" && uri.host === host;
}

function wordsOf({ uri, size, problem }: ReportUri): string {
  if (problem === "empty") return "nothing between two commas";
  if (problem === "too_many") return "more addresses than anybody reads";
  return printable(size === null ? uri : `${uri}!${size}`, 100);
}

/** Which other address gets mail only the owner of the domain knows. */
function isCurable(code: string): boolean {
  return code !== "mail.tls_rpt_no_mail";
}

/** One record in place of all: with every address of theirs that is right, or a new one. */
function remediesFor(
  cures: readonly string[],
  meant: readonly string[],
  { domain }: TlsRptContext,
): readonly Remedy[] {
  if (cures.length === 0) return [];
  const name = `_smtp._tls.${domain}`;
  // A size behind an address goes, and the address stays.
  const all = meant.slice(0, RECORDS_MAX).flatMap((text) => readTlsRptRecord(text).rua ?? []);
  const bare = (uri: string) => (/^[^@:,!\s]+@[a-z0-9.-]+$/i.test(uri) ? [`mailto:${uri}`] : []);
  const kept = all.flatMap((one) => (isRight({ ...one, size: null }) ? [one.uri] : bare(one.uri)));
  const right = [...new Set(kept)];
  const to = right.length === 0 ? `mailto:tls-reports@${domain}` : right.slice(0, URIS_SHOWN).join(",");
  const record = (value: string) => ({ name, type: "TXT", value });
  const remove = meant.map((text) => record(printable(text, 1000)));
  return [{ cures, publish: [record(`v=TLSRPTv1; rua=${to}`)], remove, file: null }];
}
