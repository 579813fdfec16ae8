import { type Answer, type Answers, recordsOf } from "./answers.ts";
import { type BimiLookup, lookUpBimi } from "./bimi/lookup-bimi.ts";
import { type DaneHost, type DaneLookup, lookUpDane } from "./dane/lookup-dane.ts";
import { type DkimLookup, lookUpDkim } from "./dkim/lookup-dkim.ts";
import { type DmarcLookup, lookUpDmarc } from "./dmarc/lookup-dmarc.ts";
import { lookUpReportHosts, type ReportHost } from "./lookup-report-hosts.ts";
import { lookUpMtaSts, type MtaStsLookup } from "./mta-sts/lookup-mta-sts.ts";
import { lookUpMx, type MxHost, type MxLookup } from "./mx/lookup-mx.ts";
import { MX_PROVIDERS, providerOf } from "./mx/providers.ts";
import { lookUpReputation, type ReputationLookup } from "./reputation/lookup-reputation.ts";
import { lookUpSpf, providersIn } from "./spf/lookup-spf.ts";
import type { SpfNode } from "./spf/tree-spf.ts";
import { lookUpTlsRpt, type TlsRptLookup } from "./tls-rpt/lookup-tls-rpt.ts";

/** The domain that the report is about, and the DKIM selector that the caller named. */
export type ReportRequest = { readonly domain: string; readonly selector: string | null };

/** The lookups of all sections, as far as they are answered. */
export type ReportLookup = {
  readonly mx: MxLookup;
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  readonly spf: SpfNode;
  readonly dkim: DkimLookup;
  readonly dmarc: DmarcLookup;
  readonly mtaSts: MtaStsLookup;
  readonly tlsRpt: TlsRptLookup;
  readonly dane: DaneLookup;
  readonly bimi: BimiLookup;
  readonly reputation: ReputationLookup;
  readonly reportHosts: readonly ReportHost[];
};

/**
 * Looks up the whole report in the answers so far. An answer that is missing becomes a query, so the probe calls this again after
 * new answers, until no query is left.
 */
export function lookUpReport(answers: Answers, { domain, selector }: ReportRequest): ReportLookup {
  const mx = lookUpMx(answers, domain);
  const txt = answers.dns(domain, "TXT");
  const spf = lookUpSpf(answers, domain);
  const dmarc = lookUpDmarc(answers, domain);
  const tlsRpt = lookUpTlsRpt(answers, domain);
  return {
    mx,
    txt,
    type99: answers.dns(domain, "SPF"),
    spf,
    dkim: lookUpDkim(answers, { domain, selector, providers: providersOf(mx, spf) }),
    dmarc,
    mtaSts: lookUpMtaSts(answers, domain),
    tlsRpt,
    dane: lookUpDane(answers, mx.hosts.flatMap(daneHost), {
      secure: mx.mx.secure,
      reason: mx.mx.outcome.kind === "unknown" ? mx.mx.outcome.reason : null,
    }),
    bimi: lookUpBimi(answers, domain, dmarc.walk.org, dmarc.walk.reason),
    reputation: lookUpReputation(answers, mx, domain),
    reportHosts: lookUpReportHosts(answers, dmarc.destinations, tlsRpt),
  };
}

/** The providers of the domain's mail servers and senders; null while MX or SPF is not answered. */
function providersOf({ mx }: MxLookup, spf: SpfNode): readonly string[] | null {
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

/** Whether the domain does not exist: every answer about it is NXDOMAIN. */
export function isMissing(answers: Answers, domain: string): boolean {
  const own = [answers.dns(domain, "MX"), answers.dns(domain, "TXT"), answers.dns(domain, "A")];
  if (own.some(({ pending }) => pending)) return false;
  const answered = own.filter(({ outcome }) => outcome.kind !== "unknown");
  return answered.length > 0 && answered.every(({ denied }) => denied);
}
