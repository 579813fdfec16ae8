import { printable } from "../../harmless.ts";
import { isDmarc } from "../../protocol/dmarc/record.ts";
import { type ReportUri, readReportUris } from "../../protocol/mail/report-uri.ts";
import { parseTagList } from "../../protocol/mail/tag-list.ts";
import { textsOf } from "../answers.ts";
import type { ReportHost } from "../lookup-report-hosts.ts";
import type { DmarcData } from "./data.ts";
import type { Destination } from "./lookup-dmarc.ts";

type DestinationData = DmarcData["reports"][number];
/** Maximum number of authorization records to parse and to include in the answer. */
const RECORDS_MAX = 10;
const SHOWN_MAX = 3;

/**
 * Evaluates whether the host of a report address authorizes the reports. An authorization record (RFC 9990 4) begins
 * with the same version tag as a policy record, and needs no other tag.
 */
export function evaluateDestination(
  { tag, uri, host, outside, reason, name, answer }: Destination,
  hosts: readonly ReportHost[],
): DestinationData {
  const records = answer === null ? [] : textsOf(answer).filter(isDmarc).slice(0, RECORDS_MAX);
  const report = {
    tag,
    uri: printable(uri.uri, 300),
    host,
    reason: null,
    authorisation: outside === false ? null : name,
    records: records.slice(0, SHOWN_MAX).map((text) => printable(text, 300)),
    sentTo: null,
    takesMail: hosts.find((one) => one.host === host)?.takesMail ?? null,
  };
  if (outside === false) return { ...report, status: "inside", records: [] };
  const others = replacements(records, tag);
  const [other] = others;
  // The lookup could not determine whether an authorization is needed.
  if (outside === null && (records.length === 0 || other !== undefined))
    return { ...report, status: "unknown", reason: reason ?? "budget" };
  // An authorization whose name is too long cannot be published (RFC 9990 4).
  if (answer === null) return { ...report, status: "unauthorised" };
  if (answer.outcome.kind === "unknown")
    return { ...report, status: "unknown", reason: answer.outcome.reason };
  if (records.length === 0) return { ...report, status: "unauthorised" };
  if (other === undefined) return { ...report, status: "authorised" };
  const sentTo = printable(other.uri, 300);
  const diverted = others.some((one) => one.host !== host);
  return { ...report, status: diverted ? "diverted" : "authorised", sentTo };
}

/**
 * Returns the addresses that authorization records redirect reports to; invalid addresses are ignored (RFC 9990 3.5).
 */
function replacements(records: readonly string[], tag: "rua" | "ruf"): readonly ReportUri[] {
  return records.flatMap((text) => {
    const found = parseTagList(text).tags.find(({ name }) => name.toLowerCase() === tag);
    const uris = found === undefined ? [] : readReportUris(found.value);
    return uris.filter(({ problem }) => problem === null || problem === "host");
  });
}
