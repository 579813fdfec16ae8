import type { Finding } from "@dnstools/core/tool/finding";
import { finding, SEVERITIES } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import { judgeBimi } from "./bimi/evaluate-bimi.ts";
import type { contract } from "./contract.ts";
import { judgeDane } from "./dane/evaluate-dane.ts";
import { usesDane } from "./dane/lookup-dane.ts";
import type { MailData } from "./data.ts";
import { hasKey, judgeDkim } from "./dkim/evaluate-dkim.ts";
import { judgeDmarc } from "./dmarc/evaluate-dmarc.ts";
import { ROLE_FINDINGS } from "./findings.ts";
import { withFailedLookup } from "./judge/failed-lookup.ts";
import { recommend } from "./judge/recommendations.ts";
import { judgeRole, type Roles } from "./judge/role.ts";
import { reputationOf, spoofingOf, verdictOf } from "./judge/summary.ts";
import { type Known, knownOf, textsOf } from "./answers.ts";
import { judgeMtaSts } from "./mta-sts/evaluate-mta-sts.ts";
import { usesMtaSts } from "./mta-sts/lookup-mta-sts.ts";
import { judgeMx } from "./mx/evaluate-mx.ts";
import type { MxHost } from "./mx/lookup-mx.ts";
import { isMissing, type Report, readReport } from "./lookup-report.ts";
import { judgeReputation } from "./reputation/evaluate-reputation.ts";
import type { MailSeen } from "./seen.ts";
import { judgeSpf } from "./spf/evaluate-spf.ts";
import { suggestedSpf } from "./spf/fix-spf.ts";
import { judgeTlsRpt } from "./tls-rpt/evaluate-tls-rpt.ts";
import { hasReports } from "./tls-rpt/lookup-tls-rpt.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(seen: MailSeen, { domain, selector }: Input): Judgement<MailData> {
  if (seen.resolverAlive === false) return RESOLVERS_DEAD;
  const known = knownOf(seen, () => {});
  const report = readReport(known, { domain, selector });
  const { mx } = report;
  if (isMissing(known, domain))
    return { kind: "domain_not_found", detail: `${domain} does not exist (NXDOMAIN).` };
  const roles = judgeRole(mx, report.spf, hasKey(report.dkim));
  const judged = judgeSections(report, roles, seen.at, domain);
  const sections = {
    ...judged,
    dkim: withFailedLookup(judged.dkim, known, { domain, label: "_domainkey" }),
    dmarc: withFailedLookup(judged.dmarc, known, { domain, label: "_dmarc" }),
    mtaSts: withFailedLookup(judged.mtaSts, known, { domain, label: "_mta-sts" }),
    tlsRpt: withFailedLookup(judged.tlsRpt, known, { domain, label: "_smtp._tls" }),
    bimi: withFailedLookup(judged.bimi, known, { domain, label: "default._bimi" }),
  };
  const entries = Object.entries(sections) as [keyof typeof sections, (typeof sections)["mx"]][];
  const { spf, dmarc } = sections;
  const parkedWell =
    roles.role === "parked" &&
    mx.kind === "null" &&
    spf.data.status === "valid" &&
    dmarc.data.effective?.domain === "reject";
  const findings: readonly Finding[] = [
    ...(parkedWell ? [finding(ROLE_FINDINGS, "mail.parked_well", domain)] : []),
    ...entries.flatMap(([, section]) => section.findings),
  ].toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const statuses = entries.map(([name, { data }]) => ({ name, status: data.status, reason: data.reason }));
  // What blocklists say is no record of the domain: it has a verdict of its own.
  const published = entries.filter(([name]) => name !== "reputation");
  const data: MailData = {
    domain,
    role: roles.role,
    roleWhy: [...roles.why],
    summary: {
      verdict: verdictOf(
        published.flatMap(([, section]) => section.findings),
        statuses.filter(({ name }) => name !== "reputation"),
      ),
      spoofing: spoofingOf(dmarc.data, spf.data),
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
    recommendations: recommend(entries, aliasesIn(known, seen)),
  };
  return { kind: "answer", data, findings };
}

/** Names that are aliases, of all that was asked for: nothing can be published beside one (RFC 2181 10.1). */
function aliasesIn(known: Known, seen: MailSeen): ReadonlySet<string> {
  const names = Object.keys(seen.dns).map((key) => key.split(" ") as [string, "TXT"]);
  return new Set(names.flatMap(([name, type]) => (known.dns(name, type).aliases.length > 0 ? [name] : [])));
}

/** Whether a mail server has addresses, and none of its own making that senders stumble over. */
function isSound({ problem, a, aaaa, addresses }: MxHost): boolean {
  const aliased = (a?.aliases.length ?? 0) + (aaaa?.aliases.length ?? 0) > 0;
  return problem === null && !aliased && addresses.length > 0 && addresses.every(({ isPublic }) => isPublic);
}

/** Each section by its own reading, and by what else of the domain it is judged by. */
function judgeSections(
  report: Report,
  { sends, receives, certain, refuses }: Roles,
  at: number,
  domain: string,
) {
  const { mx, txt, type99, reportHosts } = report;
  const parked = sends === false;
  const takes = receives === true;
  const reports = hasReports(report.tlsRpt);
  const wanted = takes && (usesMtaSts(report.mtaSts) || usesDane(report.dane));
  // Who may send by a way that nobody knows of is not told to forbid it.
  const suggestion = parked && !certain ? null : suggestedSpf(mx, parked);
  const dkim = judgeDkim(report.dkim, { domain, parked });
  const withoutDkim = dkim.data.conclusion === "proven_absent";
  // A policy names mail servers: who changes their names must change it first.
  const pinned = report.mtaSts.selected.records.length > 0 || report.mtaSts.txt.outcome.kind === "unknown";
  const sound = mx.kind === "ordinary" && mx.hosts.every(isSound);
  const mtaSts = judgeMtaSts(report.mtaSts, { domain, mxHosts: mx.names, receives: takes, reports, sound });
  const dane = judgeDane(report.dane, { domain, reports });
  const codes = [...mtaSts.findings, ...dane.findings].map(({ code }) => code);
  const missedBy = codes.filter((code) => code.endsWith("_without_reports"));
  const dmarc = judgeDmarc(report.dmarc, {
    domain,
    parked,
    certain: refuses,
    mailbox: takes,
    withoutDkim,
    reportHosts,
    texts: textsOf(txt),
  });
  return {
    mx: judgeMx(mx, { domain, receives, silent: parked && receives === false, certain, pinned }),
    spf: judgeSpf(report.spf, { domain, txt, type99, parked, suggestion }),
    dkim,
    dmarc,
    mtaSts,
    tlsRpt: judgeTlsRpt(report.tlsRpt, { domain, receives: takes, wanted, missedBy, reportHosts }),
    bimi: judgeBimi(report.bimi, {
      domain,
      orgDomain: dmarc.data.organizationalDomain,
      at,
      dmarc: enforcement(dmarc.data, report.dmarc),
    }),
    dane,
    reputation: judgeReputation(report.reputation, { domain, receives: receives !== false }),
  };
}

/** Whether the policy is one that BIMI takes: at least quarantine, for all below too (draft-brand-indicators 7.2). */
function enforcement(
  { effective, foundAt, organizationalDomain }: MailData["dmarc"],
  { walk }: Report["dmarc"],
): { enforced: boolean | null; detail: string } {
  if (effective === null) return { enforced: null, detail: "the DMARC policy could not be found out" };
  if (effective.domain === null) return { enforced: false, detail: "there is no DMARC policy" };
  // The organisation's own policy counts beside the domain's.
  const above = walk.found.find(({ name }) => name === organizationalDomain)?.record.p ?? null;
  const weak = [effective.domain, effective.subdomains, above].includes("none");
  const detail = `the policy is ${effective.domain}, for subdomains ${effective.subdomains ?? "unknown"}, in the record of ${foundAt}`;
  return { enforced: !weak, detail };
}
