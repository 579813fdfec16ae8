import type { DmarcData } from "@dnstools/core/mail/dmarc/data";
import { lookUpDmarc } from "@dnstools/core/mail/dmarc/lookup-dmarc";
import type { ReportHost } from "@dnstools/core/mail/lookup-report-hosts";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Recommendation } from "../../section.ts";
import { replay } from "../../test/replay.ts";
import { dmarcSection } from "../recommend-dmarc.ts";

export const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
export const REPORTS = "(read in draft-ietf-dmarc-aggregate-reporting-32)";
export const NOTES = "(an implementation's notes)";
/** Remark for a rule that was not checked in its source. */
export const GENERAL = "(general knowledge, not read at the source)";

/**
 * TXT records by name. A name is either a domain, whose record is at `_dmarc.` below it, or the full name of an
 * authorization record for reports.
 */
export type Records = Readonly<Record<string, readonly string[] | Reason>>;
type Context = {
  readonly texts?: readonly string[];
  readonly reportHosts?: readonly ReportHost[];
  readonly parked?: boolean;
  readonly certain?: boolean;
  readonly withoutDkim?: boolean;
};

/** A test domain: its records, and the findings expected for it. */
export type Case = {
  readonly says: string;
  readonly domain?: string;
  readonly records: Records;
  readonly context?: Context;
  readonly status: DmarcData["status"];
  /** Codes of all expected findings, without `mail.dmarc_`. */
  readonly codes: readonly string[];
  /** Policies for the domain, for names below it, and for names below it that do not exist. */
  readonly effective?: readonly (string | null)[];
  readonly data?: Readonly<Record<string, unknown>>;
};

export const RUA = "rua=mailto:d@example.com";
export const GOOD = `v=DMARC1; p=reject; ${RUA}`;
/** Returns the texts as a case's DMARC records for example.com. */
export const at = (...texts: readonly string[]) => ({ records: { "example.com": texts } });
export const tags = (text: string) => at(`v=DMARC1; ${text}`);
/** Name of the record with which r.example.net authorizes reports about example.com (RFC 9990 4). */
export const REPORT = "example.com._report._dmarc.r.example.net";
export const rua = (uri: string, report: readonly string[] | Reason, more: Records = {}) => ({
  records: { "example.com": [`v=DMARC1; p=reject; rua=${uri}`], [REPORT]: report, ...more },
});
export const OUTSIDE = "mailto:d@r.example.net";
export const reported = (status: string, sentTo: string | null = null) => ({
  data: { reports: [{ tag: "rua", status, authorisation: REPORT, sentTo }] },
});

export const keyOf = (name: string) => (name.includes("._report.") ? `${name} TXT` : `_dmarc.${name} TXT`);
export const dnsOf = (records: Records) =>
  Object.fromEntries(Object.entries(records).map(([name, texts]) => [keyOf(name), texts]));

export type Dns = ReturnType<typeof dnsOf>;

/**
 * Evaluates the DMARC section of a domain with the given DNS records.
 * @returns also `asked`: the keys of all queries.
 */
export function evaluateDns(dns: Dns, { domain = "example.com", context }: Pick<Case, "domain" | "context">) {
  const { value, asked } = replay({ dns }, (answers) => lookUpDmarc(answers, domain));
  return {
    ...dmarcSection(value, {
      domain,
      parked: false,
      certain: true,
      withoutDkim: false,
      reportHosts: [],
      texts: [],
      mailbox: context?.parked !== true,
      ...context,
    }),
    asked,
  };
}

export const evaluate = (one: Case) => evaluateDns(dnsOf(one.records), one);
export const short = (code: string) => code.replace("mail.dmarc_", "");

/** Returns the DNS records after a recommendation is followed. */
export function followed(before: Dns, { publish, remove }: Recommendation): Dns {
  const dns: Record<string, readonly string[] | Reason> = { ...before };
  for (const { name, type, value } of remove) {
    const texts = dns[`${name} ${type}`] ?? [];
    if (!texts.includes(value))
      throw new Error(`A recommendation removes what is not there: ${name} ${value}`);
    dns[`${name} ${type}`] = typeof texts === "string" ? texts : texts.filter((text) => text !== value);
  }
  for (const { name, type, value } of publish)
    dns[`${name} ${type}`] = [...((dns[`${name} ${type}`] ?? []) as readonly string[]), value];
  return dns;
}
