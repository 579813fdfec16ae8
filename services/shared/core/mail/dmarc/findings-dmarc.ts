import { printable } from "../../harmless.ts";
import { type DmarcRecord, isDmarc, isWeaker, standingOf } from "../../protocol/dmarc/record.ts";
import { TextEncoder } from "../../protocol/platform.ts";
import { dnsKey } from "../answers.ts";
import { aboutReportHost, type ReportHost } from "../lookup-report-hosts.ts";
import { createFindings, type Findings, type SectionAbout } from "../section.ts";
import type { DmarcData } from "./data.ts";
import { nearMissesIn, severalIn } from "./dropped-texts.ts";
import { foundBelow, isSuffix } from "./evaluate-policy.ts";
import { differenceOf, type Rfc7489Data, type Rfc9989Result } from "./evaluate-rfc7489.ts";
import { DMARC_FINDINGS } from "./findings.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/** The facts about the domain, in addition to its DMARC record, that the evaluation needs. */
export type DmarcContext = {
  readonly domain: string;
  /** True if nothing shows that the domain sends mail. */
  readonly parked: boolean;
  /** True if the domain is proved to have no DKIM key. */
  readonly withoutDkim: boolean;
  /** All TXT texts at the domain itself. */
  readonly texts: readonly string[];
  /** The hosts that reports are sent to by mail, and whether they accept mail. */
  readonly reportHosts: readonly ReportHost[];
};

/**
 * Results of evaluating the record: effective policies, destinations of reports, and the policy by RFC 7489 and RFC
 * 9989.
 */
export type DmarcEvaluation = {
  readonly effective: DmarcData["effective"];
  readonly reports: DmarcData["reports"];
  readonly rfc7489: Rfc7489Data | null;
  readonly rfc9989: Rfc9989Result;
};

type DmarcFindings = Findings<typeof DMARC_FINDINGS>;

/** Returns the findings about a domain's DMARC record, or about its absence. */
export function dmarcFindings(
  lookup: DmarcLookup,
  context: DmarcContext,
  { effective, reports, rfc7489, rfc9989 }: DmarcEvaluation,
): DmarcFindings {
  const { policy, unknown } = lookup;
  const { domain } = context;
  const findings = createFindings(DMARC_FINDINGS, [recordAt(policy?.name ?? domain)]);
  for (const { name } of severalIn(lookup, domain)) findings.add("mail.dmarc_several", aboutRecord(name));
  for (const { text, name } of nearMissesIn(lookup, domain).slice(0, 5))
    findings.add("mail.dmarc_near_miss", { subjects: [printable(text, 80)], queries: [recordAt(name)] });
  if (context.texts.some(isDmarc) && !`.${domain}`.includes("._dmarc."))
    findings.add("mail.dmarc_wrong_name", { subjects: [domain], queries: [dnsKey(domain, "TXT")] });
  const walked = lookup.walk.steps.map(({ name }) => recordAt(name));
  if (unknown === null && policy === null)
    findings.add(context.parked ? "mail.dmarc_missing_parked" : "mail.dmarc_missing", {
      subjects: [domain],
      queries: walked,
    });
  if (policy !== null) {
    addRecordFindings(findings, policy.record, context);
    addWalkFindings(findings, lookup, domain);
    addPolicyFindings(findings, lookup, effective, context);
  }
  // The domain's owner cannot correct the record of another name, which may be a public suffix.
  const isInherited = policy !== null && policy.name !== domain;
  for (const { host, status, authorisation } of reports) {
    if (host === null || (status !== "unauthorised" && status !== "diverted")) continue;
    const consent = authorisation === null ? [] : [dnsKey(authorisation, "TXT")];
    const queries = [recordAt(policy?.name ?? domain), ...consent];
    const code = isInherited ? "mail.dmarc_report_inherited" : (`mail.dmarc_report_${status}` as const);
    findings.add(code, { subjects: [host], queries });
  }
  for (const { host, takesMail, why } of context.reportHosts) {
    if (takesMail !== false || !reports.some((one) => one.host === host && isSent(one.status))) continue;
    const about = aboutReportHost(host, why);
    if (isInherited) findings.add("mail.dmarc_report_inherited", { ...about, subject: host });
    else findings.add("mail.dmarc_report_no_mail", about);
  }
  if (rfc7489?.differs === true)
    findings.add("mail.dmarc_differs_7489", {
      subject: differenceOf(rfc7489, rfc9989),
      subjects: [domain],
      queries: [...new Set([...walked, recordAt(lookup.old.org)])],
    });
  return findings;
}

/** Returns the key of the query for the DMARC record of a name. */
function recordAt(name: string): string {
  return dnsKey(`_dmarc.${name}`, "TXT");
}

/** Returns the subject of a finding about the DMARC record of a name. */
function aboutRecord(name: string): SectionAbout {
  return { subjects: [name], queries: [recordAt(name)] };
}

/** Returns true unless the status shows that receivers send no reports to the destination. */
function isSent(status: DmarcData["reports"][number]["status"]): boolean {
  return status !== "unauthorised" && status !== "diverted";
}

/** Escapes non-ASCII characters as `dig` does, since a no-break space would look like a space. */
function asDig(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (char) =>
    [...new TextEncoder().encode(char)].map((octet) => `\\${String(octet).padStart(3, "0")}`).join(""),
  );
}

/** Adds the findings about the tags of the record. */
function addRecordFindings(
  findings: DmarcFindings,
  record: DmarcRecord,
  { domain, parked }: DmarcContext,
): void {
  for (const { kind, tag, value } of record.problems) {
    const shown = printable(asDig(tag === "" ? value : `${tag}=${value}`), 100);
    if (kind === "syntax") findings.add("mail.dmarc_syntax", shown);
    if (kind === "duplicate") findings.add("mail.dmarc_duplicate_tag", printable(tag, 40));
    if (kind === "removed" && !(tag === "pct" && (record.pct ?? 100) < 100))
      findings.add("mail.dmarc_removed_tag", tag);
    if (kind === "case") findings.add("mail.dmarc_tag_case", printable(tag, 40));
    if (kind === "unknown_tag") findings.add("mail.dmarc_unknown_tag", printable(tag, 40));
    if (kind === "value") findings.add("mail.dmarc_value_invalid", shown);
    if (kind === "policy") findings.add("mail.dmarc_policy_invalid", shown);
    if (kind === "uri") findings.add("mail.dmarc_uri_invalid", shown);
    if (kind === "size_suffix") findings.add("mail.dmarc_size_suffix", shown);
    if (kind === "order" && record.p !== null) findings.add("mail.dmarc_p_not_second");
  }
  if ((record.pct ?? 100) < 100) findings.add("mail.dmarc_pct", String(record.pct));
  if (record.p === null && !record.wrongPolicies.includes("p"))
    findings.add("mail.dmarc_policy_missing", domain);
  // Receivers ignore a record that has neither a policy nor an address for reports (RFC 9989 4.10.1).
  if (standingOf(record) === "void")
    findings.add(parked ? "mail.dmarc_missing_parked" : "mail.dmarc_missing", domain);
  for (const { uri, scheme, problem } of [...(record.rua ?? []), ...(record.ruf ?? [])])
    if (problem === null && scheme !== "mailto") findings.add("mail.dmarc_uri_scheme", printable(uri, 100));
  if (record.rua === null && !parked) findings.add("mail.dmarc_no_reports", domain);
}

/** Adds the findings about the name at which the record is published, and about the other records of the tree walk. */
function addWalkFindings(findings: DmarcFindings, { policy, walk }: DmarcLookup, domain: string): void {
  if (policy === null) return;
  const { name } = policy;
  if (name !== domain) findings.add("mail.dmarc_inherited", aboutRecord(name));
  for (const found of walk.found)
    if (found.name !== domain && isSuffix(found.name) && found.record.psd !== "y")
      findings.add("mail.dmarc_suffix_without_psd", aboutRecord(found.name));
  // An incomplete tree walk does not show which records are ignored. If the domain has its own record, the other
  // records do not matter.
  if (walk.org === null || name === domain) return;
  for (const found of walk.found)
    if (found.name !== walk.org && found !== policy && found.record.psd !== "y")
      findings.add("mail.dmarc_intermediate_ignored", aboutRecord(found.name));
}

/** Adds the findings about the policies that receivers apply. */
function addPolicyFindings(
  findings: DmarcFindings,
  lookup: DmarcLookup,
  effective: DmarcData["effective"],
  { domain, withoutDkim, parked }: DmarcContext,
): void {
  const { policy } = lookup;
  if (policy === null || effective === null) return;
  const { test, p, sp, np } = policy.record;
  // The test mode does not change a policy of none.
  if (test && [p, sp, np].some((one) => one !== null && one !== "none")) findings.add("mail.dmarc_test_mode");
  if (effective.domain === "none" && standingOf(policy.record) === "as_written")
    findings.add("mail.dmarc_monitoring", domain);
  const below = foundBelow(lookup, domain);
  const weak = [
    ["sp", effective.subdomains],
    ["np", effective.missingSubdomains],
  ] as const;
  for (const [tag, weaker] of weak) {
    if (below === null || effective.domain === null || weaker === null) continue;
    if (!isWeaker(weaker, effective.domain)) continue;
    if (below.name !== policy.name)
      findings.add("mail.dmarc_subdomains_weaker", {
        ...aboutRecord(below.name),
        subject: `${weaker}, by the record of ${below.name}`,
      });
    else if (below.record[tag] !== null)
      findings.add("mail.dmarc_subdomains_weaker", `${tag}=${below.record[tag]}`);
  }
  if (effective.domain === "reject" && withoutDkim && !parked)
    findings.add("mail.dmarc_reject_without_dkim", {
      subjects: [domain],
      queries: [recordAt(policy.name), dnsKey(`_domainkey.${domain}`, "TXT")],
    });
}
