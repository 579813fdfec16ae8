import { type BimiReading, readBimi } from "./bimi/lookup-bimi.ts";
import { type DaneHost, type DaneReading, readDane } from "./dane/lookup-dane.ts";
import { type DkimReading, readDkim } from "./dkim/lookup-dkim.ts";
import { type DmarcReading, readDmarc } from "./dmarc/lookup-dmarc.ts";
import { type Answer, type Known, recordsOf } from "./answers.ts";
import { type MtaStsReading, readMtaSts } from "./mta-sts/lookup-mta-sts.ts";
import { MX_PROVIDERS, providerOf } from "./mx/providers.ts";
import { type MxHost, type MxReading, readMx } from "./mx/lookup-mx.ts";
import { type ReportHost, readReportHosts } from "./lookup-report-hosts.ts";
import { type ReputationReading, readReputation } from "./reputation/lookup-reputation.ts";
import { providersIn, readSpf, type SpfNode } from "./spf/lookup-spf.ts";
import { readTlsRpt, type TlsRptReading } from "./tls-rpt/lookup-tls-rpt.ts";

/** What is asked about. */
export type Asked = { readonly domain: string; readonly selector: string | null };

/** All sections, read as far as is known. */
export type Report = {
  readonly mx: MxReading;
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  readonly spf: SpfNode;
  readonly dkim: DkimReading;
  readonly dmarc: DmarcReading;
  readonly mtaSts: MtaStsReading;
  readonly tlsRpt: TlsRptReading;
  readonly dane: DaneReading;
  readonly bimi: BimiReading;
  readonly reputation: ReputationReading;
  readonly reportHosts: readonly ReportHost[];
};

/**
 * Reads the whole report from what is known, and by that asks for what is not: called again with every answer, until nothing
 * is asked for any more.
 */
export function readReport(known: Known, { domain, selector }: Asked): Report {
  const mx = readMx(known, domain);
  const txt = known.dns(domain, "TXT");
  const spf = readSpf(known, domain);
  const dmarc = readDmarc(known, domain);
  const tlsRpt = readTlsRpt(known, domain);
  return {
    mx,
    txt,
    type99: known.dns(domain, "SPF"),
    spf,
    dkim: readDkim(known, { domain, selector, providers: providersOf(mx, spf) }),
    dmarc,
    mtaSts: readMtaSts(known, domain),
    tlsRpt,
    dane: readDane(known, mx.hosts.flatMap(daneHost), {
      secure: mx.mx.secure,
      reason: mx.mx.outcome.kind === "unknown" ? mx.mx.outcome.reason : null,
    }),
    bimi: readBimi(known, domain, dmarc.walk.org, dmarc.walk.reason),
    reputation: readReputation(known, mx, domain),
    reportHosts: readReportHosts(known, dmarc.destinations, tlsRpt),
  };
}

/** Whose servers and senders the domain has; null while that is not known. */
function providersOf({ mx }: MxReading, spf: SpfNode): readonly string[] | null {
  if (mx.pending || spf.status === "pending") return null;
  const servers = recordsOf(mx)
    .slice(0, 20)
    .map(({ data }) => providerOf(data.exchange.toLowerCase().replace(/\.$/, ""), MX_PROVIDERS));
  return [...new Set([...servers.filter((one) => one !== null), ...providersIn(spf)])];
}

function daneHost({ host, problem, a, aaaa }: MxHost): DaneHost[] {
  if (problem !== null || a === null || aaaa === null) return [];
  const [first] = [a, aaaa].filter(({ outcome }) => outcome.kind === "present");
  const failed = [a, aaaa].find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  const reason = first === undefined && failed?.kind === "unknown" ? failed.reason : null;
  // A server without address gets no mail, by TLS or without.
  if (first === undefined && reason === null) return [];
  return [{ host, secure: first?.secure ?? false, reason, end: first?.aliases.at(-1) ?? host }];
}

/** Whether the domain does not exist: denied, and no server knows anything of it. */
export function isMissing(known: Known, domain: string): boolean {
  const answers = [known.dns(domain, "MX"), known.dns(domain, "TXT"), known.dns(domain, "A")];
  if (answers.some(({ pending }) => pending)) return false;
  const answered = answers.filter(({ outcome }) => outcome.kind !== "unknown");
  return answered.length > 0 && answered.every(({ denied }) => denied);
}
