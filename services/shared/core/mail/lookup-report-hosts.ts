import { readTlsRptRecord } from "../protocol/mail/tls-rpt.ts";
import { type Answers, dnsKey, recordsOf } from "./answers.ts";
import type { Destination } from "./dmarc/lookup-dmarc.ts";
import type { SectionAbout } from "./section.ts";
import type { TlsRptLookup } from "./tls-rpt/lookup-tls-rpt.ts";

/** A host that reports are sent to by mail (rua, ruf). */
export type ReportHost = {
  readonly host: string;
  /** True if the host accepts mail; null if that is unknown. */
  readonly takesMail: boolean | null;
  /** Why the host accepts no mail, in words; null unless `takesMail` is false. */
  readonly why: string | null;
};

/** Maximum number of hosts of TLS-RPT addresses to look up. */
const HOSTS_MAX = 6;

/** Looks up whether the hosts of report addresses accept mail (RFC 5321 5.1, RFC 7505 3). */
export function lookUpReportHosts(
  answers: Answers,
  destinations: readonly Destination[],
  { selected }: TlsRptLookup,
): readonly ReportHost[] {
  const [record, second] = selected.records;
  const rua = record === undefined || second !== undefined ? [] : (readTlsRptRecord(record).rua ?? []);
  const mail = rua.filter(({ scheme }) => scheme === "mailto").flatMap(({ host }) => host ?? []);
  const tls = [...new Set(mail)].slice(0, HOSTS_MAX);
  const dmarc = destinations.map(({ host }) => host);
  return [...new Set([...dmarc, ...tls])].map((host) => lookUpHost(answers, host));
}

/** Returns the subject of a finding about a host that accepts no mail. @param why as in `ReportHost`. */
export function aboutReportHost(host: string, why: string | null): Required<SectionAbout> {
  const queries = ["MX", "A", "AAAA"].map((type) => dnsKey(host, type));
  return { subject: `${host}: ${why}`, subjects: [host], queries };
}

function lookUpHost(answers: Answers, host: string): ReportHost {
  const unknown = { host, takesMail: null, why: null };
  const mx = answers.dns(host, "MX");
  if (mx.outcome.kind === "unknown") return unknown;
  const records = recordsOf(mx);
  if (records.length > 0)
    return records.every(({ data }) => data.exchange === ".")
      ? { host, takesMail: false, why: "it has a null MX" }
      : { host, takesMail: true, why: null };
  const own = [answers.dns(host, "A"), answers.dns(host, "AAAA")];
  if (own.some(({ outcome }) => outcome.kind === "present")) return { host, takesMail: true, why: null };
  if (own.some(({ outcome }) => outcome.kind === "unknown")) return unknown;
  const why = mx.denied ? "it does not exist" : "it has no MX record and no address";
  return { host, takesMail: false, why };
}
