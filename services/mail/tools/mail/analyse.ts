import { dnsKey, textsOf } from "@dnstools/core/mail/answers";
import { hasKey, isForAll } from "@dnstools/core/mail/dkim/keys-dkim";
import { isSuffix } from "@dnstools/core/mail/dmarc/evaluate-policy";
import { evaluateRole, type MailRole } from "@dnstools/core/mail/role";
import { createFindings } from "@dnstools/core/mail/section";
import { hasReports } from "@dnstools/core/mail/tls-rpt/lookup-tls-rpt";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import { answersOf, type ReportAnswers } from "./answers.ts";
import { type BimiContext, evaluateBimi } from "./bimi/evaluate-bimi.ts";
import type { contract } from "./contract.ts";
import { evaluateDane } from "./dane/evaluate-dane.ts";
import { usesDane } from "./dane/lookup-dane.ts";
import type { MailData } from "./data.ts";
import { dkimSection } from "./dkim/recommend-dkim.ts";
import { dmarcSection } from "./dmarc/recommend-dmarc.ts";
import { ROLE_FINDINGS } from "./findings.ts";
import { withInstead } from "./instead.ts";
import { withDanglingAliases, withFailedLookup } from "./judge/failed-lookup.ts";
import { withIds } from "./judge/finding-ids.ts";
import { recommend } from "./judge/recommendations.ts";
import { sayInstead, testPath, wordsFor } from "./judge/say-instead.ts";
import { reputationOf, spoofingOf, summaryOf } from "./judge/summary.ts";
import { runKept } from "./lookup-parts.ts";
import { isMissing, lookUpReport, type ReportLookup } from "./lookup-report.ts";
import { evaluateMtaSts } from "./mta-sts/evaluate-mta-sts.ts";
import { policyHost, usesMtaSts } from "./mta-sts/lookup-mta-sts.ts";
import { evaluateMx } from "./mx/evaluate-mx.ts";
import type { MxHost } from "./mx/lookup-mx.ts";
import type { MailObservation } from "./observations.ts";
import { evaluateReputation } from "./reputation/evaluate-reputation.ts";
import type { Section } from "./section.ts";
import { evaluateSpf } from "./spf/evaluate-spf.ts";
import { suggestedSpf } from "./spf/fix-spf.ts";
import { evaluateTlsRpt } from "./tls-rpt/evaluate-tls-rpt.ts";

type MailInput = InputOf<typeof contract.params>;

/** Judges the answers that the probe collected: evaluates each section, adds a summary and recommends records. */
export function analyse(observed: MailObservation, input: MailInput): Judgement<MailData> {
  const { domain, selector } = input;
  if (observed.resolverAlive === false) return RESOLVERS_DEAD;
  const answers = withInstead(
    answersOf(observed, () => {}),
    input,
  );
  const report = lookUpReport({ domain, selector }, runKept(observed, answers));
  const { mx } = report;
  if (isMissing(answers, domain))
    return { kind: "domain_not_found", detail: `${domain} does not exist (NXDOMAIN).` };
  const roles = evaluateRole(mx, report.spf, hasKey(report.dkim));
  const sectionsByName = evaluateSections(report, roles, observed, domain);
  const found = withLookupFindings(sectionsByName, answers, report, domain);
  const sections = {
    ...found,
    spf: sayInstead(found.spf, "spf", input.spf),
    dmarc: sayInstead(found.dmarc, "dmarc", input.dmarc),
    mtaSts: sayInstead(found.mtaSts, "mtasts", input.mtasts),
  };
  const entries = Object.entries(sections) as [keyof typeof sections, (typeof sections)["mx"]][];
  const { spf, dmarc } = sections;
  const parkedWell =
    roles.role === "parked" &&
    mx.kind === "null" &&
    spf.data.status === "valid" &&
    dmarc.data.effective?.domain === "reject";
  const praise = createFindings(ROLE_FINDINGS, [
    ...[dnsKey(domain, "MX"), dnsKey(domain, "TXT")],
    dnsKey(`_dmarc.${dmarc.data.foundAt ?? domain}`, "TXT"),
  ]);
  if (parkedWell) praise.add("mail.parked_well", domain);
  const findings = withIds(
    [...praise.list, ...entries.flatMap(([, section]) => section.findings)],
    observed.evidence,
  );
  const statuses = entries.map(([name, { data }]) => ({ name, status: data.status, reason: data.reason }));
  const spoofing = spoofingOf(dmarc.data, spf.data);
  const { summary, verdict } = summaryOf({
    domain,
    role: roles.role,
    sections: statuses,
    // The domain does not publish the blocklists' answers, so they have a separate verdict.
    published: Object.entries(found).flatMap(([name, section]) =>
      name === "reputation" ? [] : section.findings,
    ),
    reputation: sections.reputation.findings,
    spoofing,
  });
  const data: MailData = {
    domain,
    role: roles.role,
    roleWhy: [...roles.why],
    summary: {
      verdict,
      spoofing,
      reputation: reputationOf(sections.reputation),
      unknown: statuses.filter(({ status }) => status === "unknown").map(({ name }) => name),
    },
    mx: sections.mx.data,
    spf: spf.data,
    dkim: sections.dkim.data,
    dmarc: dmarc.data,
    mtaSts: sections.mtaSts.data,
    tlsRpt: sections.tlsRpt.data,
    bimi: sections.bimi.data,
    dane: sections.dane.data,
    reputation: sections.reputation.data,
    recommendations: recommend(entries, aliasesIn(answers, observed), (test) => testPath(input, test)),
  };
  return {
    kind: "answer",
    summary: { ...summary, text: `${wordsFor(input)}${summary.text}` },
    data,
    findings,
    evidenced: true,
  };
}

type Sections = ReturnType<typeof evaluateSections>;

/** Adds the findings about names of policies whose lookup fails or leads nowhere to the sections of the policies. */
function withLookupFindings(
  sections: Sections,
  answers: ReportAnswers,
  { dkim: { parent, random }, dmarc: { walk }, bimi: { names } }: ReportLookup,
  domain: string,
): Sections {
  const { dkim, dmarc, mtaSts, tlsRpt, bimi } = sections;
  const own = { domain, wildcard: isForAll(parent, random) ? random.aliases : [] };
  const failed = <D extends { findings: string[] }>(section: Section<D>, label: string) =>
    withFailedLookup(section, answers, { domain, label });
  const dangling = <D extends { findings: string[] }>(section: Section<D>, texts: readonly string[]) =>
    withDanglingAliases(
      section,
      answers,
      texts.map((name) => ({ name, type: "TXT" })),
      own,
    );
  const walked = walk.steps.flatMap(({ name }) => (isSuffix(name) ? [] : [`_dmarc.${name}`]));
  const policy = dangling(failed(mtaSts, "_mta-sts"), [`_mta-sts.${domain}`]);
  return {
    ...sections,
    dkim: failed(dkim, "_domainkey"),
    dmarc: dangling(failed(dmarc, "_dmarc"), walked),
    mtaSts: withDanglingAliases(policy, answers, [{ name: policyHost(domain), type: "A" }], own),
    tlsRpt: dangling(failed(tlsRpt, "_smtp._tls"), [`_smtp._tls.${domain}`]),
    bimi: dangling(
      failed(bimi, "default._bimi"),
      names.map(({ name }) => name),
    ),
  };
}

/** Returns the queried names that are aliases (CNAME): no other record can be published at them (RFC 2181 10.1). */
function aliasesIn(answers: ReportAnswers, observed: MailObservation): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [key, outcome] of observed.dns) {
    // Most answers have no record, such as those for a hundred DKIM selectors.
    if (outcome.kind !== "present" || outcome.value.answers.length === 0) continue;
    const [name, type] = key.split(" ") as [string, "TXT"];
    if (answers.dns(name, type).aliases.length > 0) names.add(name);
  }
  return names;
}

/** True if a mail server's name is not an alias and has only public addresses. */
function isSound({ problem, a, aaaa, addresses }: MxHost): boolean {
  const aliased = (a?.aliases.length ?? 0) + (aaaa?.aliases.length ?? 0) > 0;
  return problem === null && !aliased && addresses.length > 0 && addresses.every(({ isPublic }) => isPublic);
}

/**
 * Evaluates each section of the report, using the section's lookup and the facts about the domain that the section
 * depends on.
 */
function evaluateSections(
  report: ReportLookup,
  { sends, quiet, receives, certain, refuses }: MailRole,
  { at, evidence }: MailObservation,
  domain: string,
) {
  const { mx, txt, type99, reportHosts } = report;
  const parked = sends === false;
  const takes = receives === true;
  const reports = hasReports(report.tlsRpt);
  const needed = takes && (usesMtaSts(report.mtaSts) || usesDane(report.dane));
  // If the domain may still send mail, an SPF record that forbids sending must not be suggested.
  const suggestion = parked && !certain ? null : suggestedSpf(mx, parked);
  const dkim = dkimSection(report.dkim, { domain, parked, quiet });
  const withoutDkim = dkim.data.conclusion === "proven_absent";
  // An MTA-STS policy lists the mail servers by name, so the policy has to be updated before a mail server is renamed.
  const pinned = report.mtaSts.selected.records.length > 0 || report.mtaSts.txt.outcome.kind === "unknown";
  const sound = mx.kind === "ordinary" && mx.hosts.every(isSound);
  const mtaSts = evaluateMtaSts(report.mtaSts, {
    domain,
    mxHosts: mx.names,
    receives: takes,
    reports,
    sound,
  });
  const dane = evaluateDane(report.dane, { domain, reports, evidence });
  const codes = [...mtaSts.findings, ...dane.findings].map(({ code }) => code);
  const missedBy = codes.filter((code) => code.endsWith("_without_reports"));
  const dmarc = dmarcSection(report.dmarc, {
    domain,
    parked: quiet,
    certain: refuses,
    mailbox: takes,
    withoutDkim,
    reportHosts,
    texts: textsOf(txt),
  });
  return {
    mx: evaluateMx(mx, { domain, txt, receives, silent: parked && receives === false, certain, pinned }),
    spf: evaluateSpf(report.spf, { domain, txt, type99, parked, suggestion }),
    dkim,
    dmarc,
    mtaSts,
    tlsRpt: evaluateTlsRpt(report.tlsRpt, { domain, receives: takes, needed, missedBy, reportHosts }),
    bimi: evaluateBimi(report.bimi, {
      domain,
      orgDomain: dmarc.data.organizationalDomain,
      at,
      dmarc: enforcement(dmarc.data, report.dmarc),
    }),
    dane,
    reputation: evaluateReputation(report.reputation, { domain, receives: receives !== false }),
  };
}

/**
 * Checks whether the DMARC policy is strict enough for BIMI: at least quarantine, also for subdomains
 * (draft-brand-indicators 7.2).
 */
function enforcement(
  { effective, foundAt, organizationalDomain }: MailData["dmarc"],
  { walk }: ReportLookup["dmarc"],
): BimiContext["dmarc"] {
  if (effective === null)
    return { enforced: null, detail: "the DMARC policy could not be determined", foundAt };
  if (effective.domain === null) return { enforced: false, detail: "there is no DMARC policy", foundAt };
  // The DMARC policy of the organizational domain has to be strict enough too.
  const above = walk.found.find(({ name }) => name === organizationalDomain)?.record.p ?? null;
  const weak = [effective.domain, effective.subdomains, above].includes("none");
  const detail = `the record of ${foundAt} has the policy ${effective.domain}, and ${effective.subdomains ?? "unknown"} for subdomains`;
  return { enforced: !weak, detail, foundAt };
}
