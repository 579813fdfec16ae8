import { LIKELY } from "@dnstools/core/data/dkim-selectors";
import { type Answer, type Answers, recordsOf } from "@dnstools/core/mail/answers";
import { type BimiRecordLookup, lookUpBimiRecord } from "@dnstools/core/mail/bimi-record";
import { type DkimLookup, lookUpDkim } from "@dnstools/core/mail/dkim/lookup-dkim";
import { providersOf } from "@dnstools/core/mail/dkim/providers-dkim";
import { type DmarcLookup, lookUpDmarc } from "@dnstools/core/mail/dmarc/lookup-dmarc";
import { lookUpReportHosts, type ReportHost } from "@dnstools/core/mail/lookup-report-hosts";
import { lookUpStsRecord, type StsRecordLookup } from "@dnstools/core/mail/mta-sts-record";
import { lookUpMxRecords, type MxRecords } from "@dnstools/core/mail/mx-records";
import { lookUpSpf } from "@dnstools/core/mail/spf/lookup-spf";
import type { SpfNode } from "@dnstools/core/mail/spf/tree-spf";
import { lookUpTlsRpt, type TlsRptLookup } from "@dnstools/core/mail/tls-rpt/lookup-tls-rpt";
import { answerName } from "@dnstools/core/protocol/names";

/** DKIM selectors that are tried besides those of the domain's mail provider. The tool `mail` tries more. */
const GUESSES = { common: LIKELY.slice(0, 40), rare: [] };

/** The lookups of what a domain publishes about its mail, as complete as the answers received so far allow. */
export type EmailLookup = {
  readonly mx: MxRecords;
  readonly txt: Answer<"TXT">;
  readonly spf: SpfNode;
  readonly dkim: DkimLookup;
  readonly dmarc: DmarcLookup;
  readonly mtaSts: StsRecordLookup;
  readonly tlsRpt: TlsRptLookup;
  readonly bimi: BimiRecordLookup;
  readonly reportHosts: readonly ReportHost[];
};

/** Looks up what a domain publishes about its mail in the answers received so far, as the tool `mail` does. */
export function lookUpEmail(answers: Answers, domain: string): EmailLookup {
  const dmarc = lookUpDmarc(answers, domain);
  const tlsRpt = lookUpTlsRpt(answers, domain);
  const mx = lookUpMxRecords(answers, domain);
  const spf = lookUpSpf(answers, domain);
  const providers = providersOf(mx, spf);
  return {
    mx,
    txt: answers.dns(domain, "TXT"),
    spf,
    dkim: lookUpDkim(answers, { domain, selector: null, providers, guesses: GUESSES }),
    dmarc,
    mtaSts: lookUpStsRecord(answers, domain),
    tlsRpt,
    bimi: lookUpBimiRecord(answers, domain, dmarc.walk.org, dmarc.walk.reason),
    reportHosts: lookUpReportHosts(answers, dmarc.destinations, tlsRpt),
  };
}

/** Maximum number of mail servers whose addresses are looked up. */
const EXCHANGES_MAX = 20;

/** Returns the mail servers that are looked up and shown, by preference; the name of a null MX is empty. */
export function exchangesIn(mx: Answer<"MX">): readonly { preference: number; exchange: string }[] {
  return recordsOf(mx)
    .map(({ data }) => ({ preference: data.preference, exchange: answerName(data.exchange) }))
    .toSorted((a, b) => a.preference - b.preference || a.exchange.localeCompare(b.exchange))
    .slice(0, EXCHANGES_MAX);
}
