import { printable } from "@dnstools/core/printable";
import { type ReportUri, readReportUris } from "@dnstools/core/protocol/report-uri";
import { parseTagList } from "@dnstools/core/protocol/tag-list";
import { textsOf } from "../known.ts";
import type { DmarcData } from "./data.ts";
import type { Destination } from "./read-dmarc.ts";

type Report = DmarcData["reports"][number];
const RECORDS_MAX = 10;

/** Whether a text authorises reports (RFC 9990 4): a tag list that begins with v=DMARC1; nothing else in it is needed. */
function isAuthorisation(text: string): boolean {
  const [first] = parseTagList(text).tags;
  return first?.position === 0 && first.name.toLowerCase() === "v" && first.value === "DMARC1";
}

/** What becomes of reports to one place. */
export function judgeDestination({ tag, uri, host, outside, reason, name, answer }: Destination): Report {
  const records = answer === null ? [] : textsOf(answer).filter(isAuthorisation).slice(0, RECORDS_MAX);
  const report = {
    tag,
    uri: printable(uri.uri, 300),
    host,
    reason: null,
    authorisation: outside === false ? null : name,
    records: records.map((text) => printable(text, 300)),
    sentTo: null,
  };
  if (outside === false) return { ...report, status: "inside", records: [] };
  const others = replacements(records, tag);
  const [other] = others;
  // Who needs none cannot be told from who lacks one.
  if (outside === null && (records.length === 0 || other !== undefined))
    return { ...report, status: "unknown", reason: reason ?? "budget" };
  // A name that is too long cannot be published (RFC 9990 4).
  if (answer === null) return { ...report, status: "unauthorised" };
  if (answer.outcome.kind === "unknown")
    return { ...report, status: "unknown", reason: answer.outcome.reason };
  if (records.length === 0) return { ...report, status: "unauthorised" };
  if (other === undefined) return { ...report, status: "authorised" };
  const sentTo = printable(other.uri, 300);
  const diverted = others.some((one) => one.host !== host);
  return { ...report, status: diverted ? "diverted" : "authorised", sentTo };
}

/** Addresses that an authorisation puts in place; what is none is passed over (RFC 9990 3.5). */
function replacements(records: readonly string[], tag: "rua" | "ruf"): readonly ReportUri[] {
  return records.flatMap((text) => {
    const found = parseTagList(text).tags.find(({ name }) => name.toLowerCase() === tag);
    const uris = found === undefined ? [] : readReportUris(found.value);
    return uris.filter(({ problem }) => problem === null || problem === "host");
  });
}

/** Names where an authorisation is missing or wrong, and what is there now. */
export function unauthorised(
  destinations: readonly Destination[],
): readonly { readonly name: string; readonly records: readonly string[] }[] {
  const wrong = destinations
    .filter((one) => ["unauthorised", "diverted"].includes(judgeDestination(one).status))
    .flatMap(({ name, answer }) =>
      name === null || answer === null ? [] : [{ name, records: textsOf(answer).filter(isAuthorisation) }],
    );
  return [...new Map(wrong.map((one) => [one.name, one])).values()];
}
