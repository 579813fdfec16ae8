import type { Answer } from "@dnstools/core/mail/answers";
import { type DkimLookup, lookUpDkim } from "@dnstools/core/mail/dkim/lookup-dkim";
import { providersOf } from "@dnstools/core/mail/dkim/providers-dkim";
import { type DmarcLookup, lookUpDmarc } from "@dnstools/core/mail/dmarc/lookup-dmarc";
import { lookUpReportHosts, type ReportHost } from "@dnstools/core/mail/lookup-report-hosts";
import { lookUpSpf } from "@dnstools/core/mail/spf/lookup-spf";
import type { SpfNode } from "@dnstools/core/mail/spf/tree-spf";
import { lookUpTlsRpt, type TlsRptLookup } from "@dnstools/core/mail/tls-rpt/lookup-tls-rpt";
import type { ReportAnswers } from "./answers.ts";
import { type BimiLookup, lookUpBimi } from "./bimi/lookup-bimi.ts";
import { type DaneHost, type DaneLookup, lookUpDane } from "./dane/lookup-dane.ts";
import type { RunPart } from "./lookup-parts.ts";
import { lookUpMtaSts, type MtaStsLookup } from "./mta-sts/lookup-mta-sts.ts";
import { lookUpMx, type MxHost, type MxLookup } from "./mx/lookup-mx.ts";
import { lookUpReputation, type ReputationLookup } from "./reputation/lookup-reputation.ts";

/** The domain that the report is about, and the DKIM selector that the caller named. */
export type ReportRequest = { readonly domain: string; readonly selector: string | null };

/** The lookups of all sections, as complete as the answers received so far allow. */
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
 * Looks up the whole report in the answers received so far. Each missing answer becomes a query, so the probe calls
 * this function again after new answers until no query is left.
 * @param run runs each part of the lookup, or returns a result that it has kept.
 */
export function lookUpReport({ domain, selector }: ReportRequest, run: RunPart): ReportLookup {
  const mx = run("MX", [], (answers) => lookUpMx(answers, domain));
  const { txt, type99, spf } = run("SPF", [], (answers) => ({
    txt: answers.dns(domain, "TXT"),
    type99: answers.dns(domain, "SPF"),
    spf: lookUpSpf(answers, domain),
  }));
  const dmarc = run("DMARC", [], (answers) => lookUpDmarc(answers, domain));
  const { org, reason } = dmarc.walk;
  const tlsRpt = run("TLS-RPT", [], (answers) => lookUpTlsRpt(answers, domain));
  const providers = providersOf(mx, spf);
  return {
    mx,
    txt,
    type99,
    spf,
    dkim: run("DKIM", [providers?.join(" ")], (answers) =>
      lookUpDkim(answers, { domain, selector, providers }),
    ),
    dmarc,
    mtaSts: run("MTA-STS", [], (answers) => lookUpMtaSts(answers, domain)),
    tlsRpt,
    dane: run("DANE", [mx], (answers) =>
      lookUpDane(answers, mx.hosts.flatMap(daneHost), {
        secure: mx.mx.secure,
        reason: mx.mx.outcome.kind === "unknown" ? mx.mx.outcome.reason : null,
      }),
    ),
    bimi: run("BIMI", [org, reason], (answers) => lookUpBimi(answers, domain, org, reason)),
    reputation: run("blocklists", [mx], (answers) => lookUpReputation(answers, mx, domain)),
    reportHosts: run("addresses of reports", [dmarc, tlsRpt], (answers) =>
      lookUpReportHosts(answers, dmarc.destinations, tlsRpt),
    ),
  };
}

function daneHost({ host, problem, a, aaaa }: MxHost): DaneHost[] {
  if (problem !== null || a === null || aaaa === null) return [];
  const [first] = [a, aaaa].filter(({ outcome }) => outcome.kind === "present");
  const failed = [a, aaaa].find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  const reason = first === undefined && failed?.kind === "unknown" ? failed.reason : null;
  // A server without an address receives no mail, so DANE does not matter for it.
  if (first === undefined && reason === null) return [];
  return [{ host, secure: first?.secure ?? false, reason, end: first?.aliases.at(-1) ?? host }];
}

/** True if the domain does not exist: every query about it that was answered returned NXDOMAIN. */
export function isMissing(answers: ReportAnswers, domain: string): boolean {
  const own = [answers.dns(domain, "MX"), answers.dns(domain, "TXT"), answers.dns(domain, "A")];
  if (own.some(({ pending }) => pending)) return false;
  const answered = own.filter(({ outcome }) => outcome.kind !== "unknown");
  return answered.length > 0 && answered.every(({ denied }) => denied);
}
