import { printable } from "@dnstools/core/printable";
import { type DmarcRecord, isDmarc, isWeaker, standingOf } from "@dnstools/core/protocol/dmarc/record";
import { TextEncoder } from "@dnstools/core/protocol/platform";
import { textsOf } from "../answers.ts";
import type { ReportHost } from "../lookup-report-hosts.ts";
import { createSayer, type Section, statusBy } from "../section.ts";
import type { DmarcData } from "./data.ts";
import { nearMissesIn, severalIn } from "./dropped-texts.ts";
import { effectiveOf, foundBelow, isSuffix } from "./evaluate-policy.ts";
import { DMARC_FINDINGS } from "./findings.ts";
import { judgeDestination } from "./evaluate-destination.ts";
import { differenceOf, seenByRfc7489 } from "./evaluate-rfc7489.ts";
import type { DmarcReading } from "./lookup-dmarc.ts";
import { remediesOf } from "./recommend-dmarc.ts";

export type DmarcContext = {
  readonly domain: string;
  /** Whether the domain is taken for one that sends no mail. */
  readonly parked: boolean;
  /** Whether that is certain: only then it is told to have all refused. */
  readonly certain: boolean;
  /** Whether it takes mail, so that reports may be sent to it. */
  readonly mailbox: boolean;
  /** Whether it is proved that it has no DKIM key. */
  readonly withoutDkim: boolean;
  /** The texts at the domain's own name. */
  readonly texts: readonly string[];
  /** What is known of the hosts that reports go to by mail. */
  readonly reportHosts: readonly ReportHost[];
};

type Sayer = ReturnType<typeof createSayer<typeof DMARC_FINDINGS>>;
/** Characters that are shown of a record that applies, and of those on the way to it. */
const RECORD_MAX = 4096;
const WALKED_MAX = 1000;

export function judgeDmarc(reading: DmarcReading, context: DmarcContext): Section<DmarcData> {
  const { walk, policy, unknown, destinations } = reading;
  const { domain } = context;
  const sayer = createSayer(DMARC_FINDINGS);
  const own = reading.old.own === null ? [] : textsOf(reading.old.own);
  const reports = destinations.map((one) => judgeDestination(one, context.reportHosts));
  const effective = unknown === null ? effectiveOf(reading, domain) : null;
  const today = { policy: effective?.domain ?? null, org: walk.org };
  const old = unknown === null ? seenByRfc7489(reading, domain, today) : null;
  for (const { name } of severalIn(reading, domain)) sayer.say("mail.dmarc_several", name);
  for (const { text } of nearMissesIn(reading, domain).slice(0, 5))
    sayer.say("mail.dmarc_near_miss", printable(text, 80));
  if (context.texts.some(isDmarc) && !`.${domain}`.includes("._dmarc."))
    sayer.say("mail.dmarc_wrong_name", domain);
  if (unknown === null && policy === null)
    sayer.say(context.parked ? "mail.dmarc_missing_parked" : "mail.dmarc_missing", domain);
  if (policy !== null) {
    sayOfRecord(sayer, policy.record, context);
    sayOfPlace(sayer, reading, domain);
    sayOfPolicy(sayer, reading, effective, context);
  }
  for (const { host, status } of reports) {
    if (status === "unauthorised") sayer.say("mail.dmarc_report_unauthorised", host);
    if (status === "diverted") sayer.say("mail.dmarc_report_diverted", host);
  }
  for (const { host, takesMail, why } of context.reportHosts)
    if (takesMail === false && reports.some((one) => one.host === host && isSent(one.status)))
      sayer.say("mail.dmarc_report_no_mail", `${host}: ${why}`);
  if (old?.differs === true) sayer.say("mail.dmarc_differs_7489", differenceOf(old, today));
  const present = unknown === null ? (policy === null ? "absent" : statusBy(sayer.findings)) : "unknown";
  return {
    data: {
      status: present === "absent" && sayer.has("mail.dmarc_several") ? "invalid" : present,
      reason: unknown,
      records: (policy === null ? own.filter(isDmarc) : [policy.record.text])
        .slice(0, 10)
        .map((text) => printable(text, RECORD_MAX)),
      findings: sayer.codes(),
      foundAt: policy?.name ?? null,
      policies: policy === null ? null : { p: policy.record.p, sp: policy.record.sp, np: policy.record.np },
      effective,
      testMode: policy?.record.test ?? null,
      alignment:
        policy === null ? null : { dkim: wordOf(policy.record.adkim), spf: wordOf(policy.record.aspf) },
      psd: policy?.record.psd ?? null,
      failureOptions: policy === null ? null : [...policy.record.fo],
      organizationalDomain: walk.org,
      walk: walk.steps.map(({ name, status, reason, texts }) => ({
        name,
        status,
        reason,
        records: texts.slice(0, 5).map((text) => printable(text, WALKED_MAX)),
      })),
      tags: (policy?.record.tags ?? []).map(({ name, value }) => ({
        name: printable(name, 100),
        value: printable(value, 1000),
      })),
      reports: [...reports, ...invalidUris(policy?.record ?? null), ...leftUris(reading)],
      asSeenByRfc7489: old,
    },
    findings: sayer.findings,
    remedies: remediesOf(reading, sayer.codes(), { ...context, reports }),
  };
}

/** Whether receivers send reports there, as far as is known. */
function isSent(status: DmarcData["reports"][number]["status"]): boolean {
  return status !== "unauthorised" && status !== "diverted";
}

function wordOf(mode: "r" | "s"): "relaxed" | "strict" {
  return mode === "r" ? "relaxed" : "strict";
}

/** With all that is not ASCII as `dig` shows it: a no-break space looks like a space, and is none. */
function asDig(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (char) =>
    [...new TextEncoder().encode(char)].map((octet) => `\\${String(octet).padStart(3, "0")}`).join(""),
  );
}

function sayOfRecord(sayer: Sayer, record: DmarcRecord, { domain, parked }: DmarcContext): void {
  for (const { kind, tag, value } of record.problems) {
    const shown = printable(asDig(tag === "" ? value : `${tag}=${value}`), 100);
    if (kind === "syntax") sayer.say("mail.dmarc_syntax", shown);
    if (kind === "duplicate") sayer.say("mail.dmarc_duplicate_tag", printable(tag, 40));
    if (kind === "removed" && !(tag === "pct" && (record.pct ?? 100) < 100))
      sayer.say("mail.dmarc_removed_tag", tag);
    if (kind === "case") sayer.say("mail.dmarc_tag_case", printable(tag, 40));
    if (kind === "unknown_tag") sayer.say("mail.dmarc_unknown_tag", printable(tag, 40));
    if (kind === "value") sayer.say("mail.dmarc_value_invalid", shown);
    if (kind === "policy") sayer.say("mail.dmarc_policy_invalid", shown);
    if (kind === "uri") sayer.say("mail.dmarc_uri_invalid", shown);
    if (kind === "size_suffix") sayer.say("mail.dmarc_size_suffix", shown);
    if (kind === "order" && record.p !== null) sayer.say("mail.dmarc_p_not_second");
  }
  if ((record.pct ?? 100) < 100) sayer.say("mail.dmarc_pct", String(record.pct));
  if (record.p === null && !record.wrongPolicies.includes("p"))
    sayer.say("mail.dmarc_policy_missing", domain);
  // Without a policy and without an address for reports it is as if there were no record (RFC 9989 4.10.1).
  if (standingOf(record) === "void")
    sayer.say(parked ? "mail.dmarc_missing_parked" : "mail.dmarc_missing", domain);
  for (const { uri, scheme, problem } of [...(record.rua ?? []), ...(record.ruf ?? [])])
    if (problem === null && scheme !== "mailto") sayer.say("mail.dmarc_uri_scheme", printable(uri, 100));
  if (record.rua === null && !parked) sayer.say("mail.dmarc_no_reports", domain);
}

function sayOfPlace(sayer: Sayer, { policy, walk }: DmarcReading, domain: string): void {
  if (policy === null) return;
  const { name } = policy;
  if (name !== domain) sayer.say("mail.dmarc_inherited", name);
  for (const found of walk.found)
    if (found.name !== domain && isSuffix(found.name) && found.record.psd !== "y")
      sayer.say("mail.dmarc_suffix_without_psd", found.name);
  // Whose record is in between cannot be told from half a walk; and who has one of his own needs none of them.
  if (walk.org === null || name === domain) return;
  for (const found of walk.found)
    if (found.name !== walk.org && found !== policy && found.record.psd !== "y")
      sayer.say("mail.dmarc_intermediate_ignored", found.name);
}

function sayOfPolicy(
  sayer: Sayer,
  reading: DmarcReading,
  effective: DmarcData["effective"],
  { domain, withoutDkim, parked }: DmarcContext,
): void {
  const { policy } = reading;
  if (policy === null || effective === null) return;
  const { test, p, sp, np } = policy.record;
  // Nothing is weaker than none.
  if (test && [p, sp, np].some((one) => one !== null && one !== "none")) sayer.say("mail.dmarc_test_mode");
  if (effective.domain === "none" && standingOf(policy.record) === "as_written")
    sayer.say("mail.dmarc_monitoring", domain);
  const below = foundBelow(reading, domain);
  const weak = [
    ["sp", effective.subdomains],
    ["np", effective.missingSubdomains],
  ] as const;
  for (const [tag, weaker] of weak) {
    if (below === null || effective.domain === null || weaker === null) continue;
    if (!isWeaker(weaker, effective.domain)) continue;
    if (below.name !== policy.name)
      sayer.say("mail.dmarc_subdomains_weaker", `${weaker}, by the record of ${below.name}`);
    else if (below.record[tag] !== null)
      sayer.say("mail.dmarc_subdomains_weaker", `${tag}=${below.record[tag]}`);
  }
  if (effective.domain === "reject" && withoutDkim && !parked)
    sayer.say("mail.dmarc_reject_without_dkim", domain);
}

function invalidUris(record: DmarcRecord | null): DmarcData["reports"] {
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (record?.[tag] ?? [])
      .filter(({ problem }) => problem !== null)
      .slice(0, 10)
      .map(({ uri }) => ({
        ...{ tag, uri: printable(uri, 300), host: null, status: "invalid" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null, takesMail: null },
      })),
  );
}

/** Those that are not asked about: other schemes than mailto, and those beyond the bound. */
function leftUris({ policy, destinations }: DmarcReading): DmarcData["reports"] {
  if (policy === null) return [];
  const asked = new Set(destinations.map(({ host }) => host));
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (policy.record[tag] ?? [])
      .filter(
        ({ problem, host, scheme }) =>
          problem === null && host !== null && (scheme !== "mailto" || !asked.has(host)),
      )
      .slice(0, 20)
      .map(({ uri, host }) => ({
        ...{ tag, uri: printable(uri, 300), host, status: "not_asked" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null, takesMail: null },
      })),
  );
}
