import { type Answer, dnsKey, textsOf } from "@dnstools/core/mail/answers";
import {
  addBimiRecordFindings,
  BIMI_RECORD_FINDINGS,
  type BimiRecordLookup,
} from "@dnstools/core/mail/bimi-record";
import type { DkimData } from "@dnstools/core/mail/dkim/data";
import { evaluateDkim } from "@dnstools/core/mail/dkim/evaluate-dkim";
import { hasKey } from "@dnstools/core/mail/dkim/keys-dkim";
import { evaluateDmarc } from "@dnstools/core/mail/dmarc/evaluate-dmarc";
import {
  addStsRecordFindings,
  STS_RECORD_FINDINGS,
  type StsRecordLookup,
} from "@dnstools/core/mail/mta-sts-record";
import { evaluateRole } from "@dnstools/core/mail/role";
import {
  createFindings,
  type SectionFinding,
  type SectionStatus,
  statusBy,
} from "@dnstools/core/mail/section";
import { judgeSpf } from "@dnstools/core/mail/spf/judge-spf";
import { judgeTlsRpt } from "@dnstools/core/mail/tls-rpt/judge-tls-rpt";
import type { Selected } from "@dnstools/core/protocol/mail/versioned-record";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { EmailData } from "../data.ts";
import type { EmailLookup } from "../lookup-email.ts";

/** A part of the section on mail that the tool `mail` judges too. */
export type EmailPart = "spf" | "dmarc" | "dkim" | "mtaSts" | "tlsRpt" | "bimi";

/** The judgement of one part. */
export type JudgedPart<Status = EmailData["spf"]["status"]> = {
  readonly status: Status;
  readonly reason: Reason | null;
  /** The errors and warnings. The tool `mail` shows the notices too. */
  readonly findings: readonly SectionFinding[];
};

/** The judgements of all parts, the DKIM keys, and the DMARC policy that applies. */
export type JudgedParts = Readonly<Record<Exclude<EmailPart, "dkim">, JudgedPart>> & {
  readonly dkim: JudgedPart<EmailData["dkim"]["status"]>;
  readonly keys: DkimData;
  readonly policy: EmailData["dmarc"]["policy"];
};

/** Judges what a domain publishes about its mail by the evaluation of the tool `mail`. */
export function judgeParts(lookup: EmailLookup, domain: string): JudgedParts {
  const { txt, reportHosts } = lookup;
  const texts = textsOf(txt);
  const { sends, quiet, receives } = evaluateRole(lookup.mx, lookup.spf, hasKey(lookup.dkim));
  const parked = sends === false;
  const spf = judgeSpf(lookup.spf, { domain, parked, texts, hasType99: false });
  const dkim = evaluateDkim(lookup.dkim, { domain, parked, quiet });
  const withoutDkim = dkim.data.conclusion === "proven_absent";
  const dmarc = evaluateDmarc(lookup.dmarc, { domain, parked: quiet, withoutDkim, texts, reportHosts });
  const takes = receives === true;
  const tlsRpt = judgeTlsRpt(lookup.tlsRpt, { domain, receives: takes, needed: false, reportHosts });
  return {
    spf: partOf(spf, spf.findings.list),
    dmarc: partOf(dmarc.data, dmarc.findings),
    dkim: { ...partOf(dkim.data, dkim.findings), status: dkimStatus(dkim.data) },
    mtaSts: judgeStsRecord(lookup.mtaSts, domain),
    tlsRpt: partOf(tlsRpt, tlsRpt.findings.list),
    bimi: judgeBimiRecord(lookup.bimi),
    keys: dkim.data,
    policy: dmarc.data.effective?.domain ?? null,
  };
}

function partOf(
  { status, reason }: { readonly status: SectionStatus; readonly reason: Reason | null },
  findings: readonly SectionFinding[],
): JudgedPart {
  return {
    status: status === "not_applicable" ? "absent" : status,
    reason,
    findings: findings.filter(({ severity }) => SHOWN.includes(severity)),
  };
}

const SHOWN: readonly string[] = ["critical", "error", "warning"];

/** Returns the status of the keys: that no key was found in the selectors that were tried does not mean absent. */
function dkimStatus({ status, conclusion, wildcard }: DkimData): EmailData["dkim"]["status"] {
  if (status !== "unknown" && status !== "not_applicable") return status;
  if (conclusion === "proven_absent") return "absent";
  // If a wildcard answers for every selector, the answer for a guessed selector proves nothing.
  return conclusion === "not_found_in_tried" && wildcard !== true ? conclusion : "unknown";
}

/** Judges an MTA-STS record. The policy that it announces is not fetched. */
function judgeStsRecord(lookup: StsRecordLookup, domain: string): JudgedPart {
  const findings = createFindings(STS_RECORD_FINDINGS, [dnsKey(`_mta-sts.${domain}`, "TXT")]);
  addStsRecordFindings(lookup, findings.add);
  return recordPart([lookup.selected], reasonOf(lookup.txt), findings.list);
}

/** Judges a BIMI record. The files that it names are not fetched. */
function judgeBimiRecord(lookup: BimiRecordLookup): JudgedPart {
  const { names, halfKnown } = lookup;
  const asked = names.map(({ name }) => dnsKey(name, "TXT"));
  const findings = createFindings(BIMI_RECORD_FINDINGS, asked);
  addBimiRecordFindings(lookup, findings.add);
  const last = names.at(-1)?.answer;
  return recordPart(names, (last === undefined ? null : reasonOf(last)) ?? halfKnown, findings.list);
}

function recordPart(
  selected: readonly Selected[],
  unknown: Reason | null,
  findings: readonly SectionFinding[],
): JudgedPart {
  const worst = statusBy(findings);
  if (unknown !== null && worst !== "invalid") return { status: "unknown", reason: unknown, findings: [] };
  const isThere = selected.some(({ records, nearMisses }) => records.length + nearMisses.length > 0);
  return partOf({ status: isThere ? worst : "absent", reason: null }, findings);
}

function reasonOf({ outcome }: Answer): Reason | null {
  return outcome.kind === "unknown" ? outcome.reason : null;
}
