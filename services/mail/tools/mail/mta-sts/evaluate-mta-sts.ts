import { printable } from "@dnstools/core/harmless";
import { dnsKey } from "@dnstools/core/mail/answers";
import { addStsRecordFindings } from "@dnstools/core/mail/mta-sts-record";
import { createFindings, type Findings, shownBy, statusBy } from "@dnstools/core/mail/section";
import { fitsMx, type StsPolicy } from "@dnstools/core/protocol/mail/mta-sts";
import type { Section } from "../section.ts";
import type { MtaStsData } from "./data.ts";
import { evaluatePolicy, type PolicyEvaluation } from "./evaluate-policy.ts";
import { MTA_STS_FINDINGS } from "./findings.ts";
import type { MtaStsLookup } from "./lookup-mta-sts.ts";
import { recommendMtaSts } from "./recommend-mta-sts.ts";

/** The facts about the domain, in addition to its MTA-STS record, that the evaluation needs. */
export type MtaStsContext = {
  readonly domain: string;
  /** Names of the mail servers in lower case, without a trailing dot; null if unknown, empty if there are none. */
  readonly mxHosts: readonly string[] | null;
  readonly receives: boolean;
  /**
   * True if the mail servers have no fault. A policy with their names, or the mode enforce, is recommended only in
   * this case.
   */
  readonly sound: boolean;
  /** True if there is a TLS-RPT record, or if that is unknown. */
  readonly reports: boolean;
};

const RECORDS_MAX = 10;
/** Shortest max_age that causes no finding, in seconds. */
const AGE_MIN = 86_400;
const SHOWN_MAX = 100;

/** Evaluates the MTA-STS record and policy, and compares the policy with the domain's mail servers (RFC 8461). */
export function evaluateMtaSts(lookup: MtaStsLookup, context: MtaStsContext): Section<MtaStsData> {
  const { txt, selected, url } = lookup;
  const findings = createFindings(MTA_STS_FINDINGS, [recordKey(context.domain)]);
  const { add } = findings;
  const id = addStsRecordFindings(lookup, add);
  const found = [...selected.records, ...selected.nearMisses];
  if (txt.outcome.kind !== "unknown" && found.length === 0 && context.receives) add("mail.mta_sts_missing");
  const evaluated =
    lookup.policy === null ? null : evaluatePolicy(url, lookup.policy, shownBy(findings, [url]));
  const policy = evaluated?.policy ?? null;
  const fit = policy === null ? null : compare(policy, context.mxHosts);
  if (policy !== null && fit !== null) addMxFindings(policy, fit, context.domain, { url, add });
  if (policy?.problems.length === 0) evaluateUse(policy, context, { url, add });
  const faults = { unlisted: [], unused: [], ...fit, ...context, codes: findings.codes(), lookup, policy };
  const worst = statusBy(findings.list);
  const data: MtaStsData = {
    ...statusOf(lookup, evaluated, worst),
    records: [...new Set(found)].slice(0, RECORDS_MAX).map((text) => printable(text, 1000)),
    findings: findings.codes(),
    instead: null,
    id,
    policy: evaluated?.data ?? null,
    mxUnlisted: fit === null ? null : fit.unlisted.slice(0, SHOWN_MAX),
    mxUnused: fit === null ? null : fit.unused.slice(0, SHOWN_MAX),
  };
  const recommendation = txt.outcome.kind === "unknown" ? null : recommendMtaSts(faults);
  return { data, findings: findings.list, recommendations: recommendation === null ? [] : [recommendation] };
}

/** Returns the key of the query for the MTA-STS record. */
function recordKey(domain: string): string {
  return dnsKey(`_mta-sts.${domain}`, "TXT");
}

type AddFinding = Findings<typeof MTA_STS_FINDINGS>["add"];

function statusOf(
  { txt, selected }: MtaStsLookup,
  evaluated: PolicyEvaluation | null,
  found: ReturnType<typeof statusBy>,
): Pick<MtaStsData, "status" | "reason"> {
  if (txt.outcome.kind === "unknown") return { status: "unknown", reason: txt.outcome.reason };
  if (selected.records.length + selected.nearMisses.length === 0) return { status: "absent", reason: null };
  if (found !== "invalid" && evaluated?.data.status === "unknown")
    return { status: "unknown", reason: evaluated.data.reason };
  return { status: found, reason: null };
}

type MxComparison = { readonly unlisted: readonly string[]; readonly unused: readonly string[] };

/**
 * Returns the mail servers that match no mx pattern of the policy, and the patterns that match no mail server; null if
 * the policy is in mode none or the mail servers are unknown.
 */
function compare({ mx, mode }: StsPolicy, hosts: readonly string[] | null): MxComparison | null {
  if (hosts === null || mode === "none") return null;
  return {
    unlisted: hosts.filter((host) => !mx.some((pattern) => fitsMx(pattern, host))),
    unused: mx.filter((pattern) => !hosts.some((host) => fitsMx(pattern, host))),
  };
}

/** Adds the findings about the mx patterns of a policy that has no syntax error. */
function addMxFindings(
  { mode, problems }: StsPolicy,
  { unlisted, unused }: MxComparison,
  domain: string,
  { url, add }: { readonly url: string; readonly add: AddFinding },
): void {
  if (problems.length > 0) return;
  const code = mode === "enforce" ? "mail.mta_sts_mx_unlisted" : "mail.mta_sts_mx_unlisted_testing";
  const queries = [url, dnsKey(domain, "MX")];
  for (const host of unlisted.slice(0, SHOWN_MAX)) add(code, { subjects: [host], queries });
  for (const pattern of unused.slice(0, SHOWN_MAX))
    add("mail.mta_sts_mx_unused", { subjects: [pattern], queries });
}

function evaluateUse(
  { mode, maxAge }: StsPolicy,
  { reports, receives, domain }: MtaStsContext,
  { url, add }: { readonly url: string; readonly add: AddFinding },
): void {
  const about = { subjects: [domain], queries: [url] };
  if (mode === "none") {
    add("mail.mta_sts_none", about);
    return;
  }
  if (mode === "testing") add("mail.mta_sts_testing", about);
  if (maxAge !== null && maxAge < AGE_MIN) add("mail.mta_sts_max_age", { ...about, subject: String(maxAge) });
  if (!reports && receives)
    add("mail.mta_sts_without_reports", {
      subjects: [domain],
      queries: [recordKey(domain), url, dnsKey(`_smtp._tls.${domain}`, "TXT")],
    });
}
