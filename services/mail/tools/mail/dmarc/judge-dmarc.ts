import { printable } from "@dnstools/core/printable";
import {
  type DmarcRecord,
  isDmarc,
  isNearDmarc,
  isWeaker,
  type Policy,
  parseDmarc,
  standingOf,
  weakened,
} from "@dnstools/core/protocol/dmarc/record";
import { isTld, siteOf } from "@dnstools/core/protocol/names";
import { textsOf } from "../known.ts";
import { createSayer, type NewRecord, type Remedy, type Section, statusBy } from "../section.ts";
import type { DmarcData } from "./data.ts";
import { DMARC_FINDINGS } from "./findings.ts";
import { judgeDestination, unauthorised } from "./judge-destination.ts";
import { seenByRfc7489 } from "./old-dmarc.ts";
import type { DmarcReading } from "./read-dmarc.ts";
import { recordMeant, repairedDmarc } from "./repair-dmarc.ts";

export type DmarcContext = {
  readonly domain: string;
  /** Whether the domain is taken for one that sends no mail. */
  readonly parked: boolean;
  /** Whether it is proved that it has no DKIM key. */
  readonly withoutDkim: boolean;
};

type Sayer = ReturnType<typeof createSayer<typeof DMARC_FINDINGS>>;
const RECORD_MAX = 4096;

export function judgeDmarc(reading: DmarcReading, context: DmarcContext): Section<DmarcData> {
  const { walk, policy, unknown, destinations } = reading;
  const { domain } = context;
  const sayer = createSayer(DMARC_FINDINGS);
  const own = textsOf(reading.old.own);
  const reports = destinations.map(judgeDestination);
  const effective = unknown === null ? effectiveOf(reading, domain) : null;
  const today = { policy: effective?.domain ?? null, org: walk.org };
  const old = unknown === null ? seenByRfc7489(reading, domain, today) : null;
  for (const { name, status } of walk.steps)
    if (status === "dropped" && (name === domain || name === walk.org)) sayer.say("mail.dmarc_several", name);
  for (const text of own.filter(isNearDmarc).slice(0, 5))
    sayer.say("mail.dmarc_near_miss", printable(text, 80));
  if (unknown === null && policy === null)
    sayer.say(context.parked ? "mail.dmarc_missing_parked" : "mail.dmarc_missing", domain);
  if (policy !== null) {
    sayOfRecord(sayer, policy.record, context);
    sayOfPlace(sayer, reading, domain);
    sayOfPolicy(sayer, policy.record, effective, context);
  }
  for (const { host, status } of reports) {
    if (status === "unauthorised") sayer.say("mail.dmarc_report_unauthorised", host);
    if (status === "diverted") sayer.say("mail.dmarc_report_diverted", host);
  }
  if (old?.differs === true)
    sayer.say(
      "mail.dmarc_differs_7489",
      `${old.policy ?? "no DMARC"}, and not ${today.policy ?? "no DMARC"}`,
    );
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
        records: texts.slice(0, 5).map((text) => printable(text, RECORD_MAX)),
      })),
      tags: (policy?.record.tags ?? []).map(({ name, value }) => ({
        name: printable(name, 100),
        value: printable(value, 1000),
      })),
      reports: [...reports, ...invalidUris(policy?.record ?? null), ...leftUris(reading)],
      asSeenByRfc7489: old,
    },
    findings: sayer.findings,
    remedies: remediesOf(reading, sayer.codes(), context),
  };
}

function wordOf(mode: "r" | "s"): "relaxed" | "strict" {
  return mode === "r" ? "relaxed" : "strict";
}

/** What counts in the end (RFC 9989 4.10.1, 4.7). The domain asked about exists, so np is not for it. */
function effectiveOf(
  { policy, walk }: DmarcReading,
  domain: string,
): NonNullable<DmarcData["effective"]> | null {
  const applied = (record: DmarcRecord, written: Policy | null): Policy | null => {
    const standing = standingOf(record);
    if (standing !== "as_written") return standing === "none" ? "none" : null;
    return written !== null && record.test ? weakened(written) : written;
  };
  if (policy === null) return { domain: null, subdomains: null, missingSubdomains: null };
  const { record, name } = policy;
  const atOwn = applied(record, name === domain ? record.p : (record.sp ?? record.p));
  // Names below follow the organisation's record; whether this is it takes the whole walk.
  const above = walk.org === null ? null : (walk.found.find((one) => one.name === walk.org) ?? policy);
  return {
    domain: atOwn,
    subdomains: above === null ? null : applied(above.record, above.record.sp ?? above.record.p),
    missingSubdomains:
      above === null ? null : applied(above.record, above.record.np ?? above.record.sp ?? above.record.p),
  };
}

function sayOfRecord(sayer: Sayer, record: DmarcRecord, { domain, parked }: DmarcContext): void {
  for (const { kind, tag, value } of record.problems) {
    const shown = printable(tag === "" ? value : `${tag}=${value}`, 100);
    if (kind === "syntax") sayer.say("mail.dmarc_syntax", shown);
    if (kind === "duplicate") sayer.say("mail.dmarc_duplicate_tag", printable(tag, 40));
    if (kind === "removed" && !(tag === "pct" && (record.pct ?? 100) < 100))
      sayer.say("mail.dmarc_removed_tag", tag);
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
  if (record.rua === null && !parked) sayer.say("mail.dmarc_no_reports", domain);
}

function sayOfPlace(sayer: Sayer, { policy, walk }: DmarcReading, domain: string): void {
  if (policy === null) return;
  const { name, record } = policy;
  if (name !== domain) sayer.say("mail.dmarc_inherited", name);
  if (name !== domain && isSuffix(name) && record.psd !== "y")
    sayer.say("mail.dmarc_suffix_without_psd", name);
  for (const found of walk.found)
    if (found.name !== domain && found.name !== walk.org && found !== policy && found.record.psd !== "y")
      sayer.say("mail.dmarc_intermediate_ignored", found.name);
}

/** Whether nobody registers the name itself: it has others' names below. */
function isSuffix(name: string): boolean {
  return isTld(name) || siteOf(`a.${name}`) === `a.${name}`;
}

function sayOfPolicy(
  sayer: Sayer,
  record: DmarcRecord,
  effective: DmarcData["effective"],
  { domain, withoutDkim, parked }: DmarcContext,
): void {
  if (record.test) sayer.say("mail.dmarc_test_mode");
  if (effective === null) return;
  const { domain: policy, subdomains, missingSubdomains } = effective;
  if (policy === "none" && record.p === "none") sayer.say("mail.dmarc_monitoring", domain);
  const weak = [
    ["sp", subdomains],
    ["np", missingSubdomains],
  ] as const;
  for (const [tag, below] of weak)
    if (policy !== null && below !== null && isWeaker(below, policy) && record[tag] !== null)
      sayer.say("mail.dmarc_subdomains_weaker", `${tag}=${record[tag]}`);
  if (policy === "reject" && withoutDkim && !parked) sayer.say("mail.dmarc_reject_without_dkim", domain);
}

function invalidUris(record: DmarcRecord | null): DmarcData["reports"] {
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (record?.[tag] ?? [])
      .filter(({ problem }) => problem !== null)
      .slice(0, 10)
      .map(({ uri }) => ({
        ...{ tag, uri: printable(uri, 300), host: null, status: "invalid" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null },
      })),
  );
}

/** Those beyond the hosts that are asked about. */
function leftUris({ policy, destinations }: DmarcReading): DmarcData["reports"] {
  if (policy === null) return [];
  const asked = new Set(destinations.map(({ host }) => host));
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (policy.record[tag] ?? [])
      .filter(({ problem, host }) => problem === null && host !== null && !asked.has(host))
      .slice(0, 20)
      .map(({ uri, host }) => ({
        ...{ tag, uri: printable(uri, 300), host, status: "not_asked" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null },
      })),
  );
}

/** What asking for as much as before mends, and what takes asking for more. */
const MENDED: readonly (keyof typeof DMARC_FINDINGS)[] = [
  "mail.dmarc_several",
  "mail.dmarc_near_miss",
  "mail.dmarc_policy_missing",
  "mail.dmarc_policy_invalid",
  "mail.dmarc_removed_tag",
  "mail.dmarc_pct",
  "mail.dmarc_size_suffix",
  "mail.dmarc_unknown_tag",
  "mail.dmarc_syntax",
  "mail.dmarc_duplicate_tag",
  "mail.dmarc_value_invalid",
  "mail.dmarc_no_reports",
  "mail.dmarc_uri_invalid",
  "mail.dmarc_p_not_second",
];
const RAISED: readonly (keyof typeof DMARC_FINDINGS)[] = [
  "mail.dmarc_monitoring",
  "mail.dmarc_subdomains_weaker",
  "mail.dmarc_test_mode",
];

function remediesOf(reading: DmarcReading, said: readonly string[], context: DmarcContext): Remedy[] {
  const { policy, old } = reading;
  const { domain, parked } = context;
  const at = (name: string) => (value: string) => ({ name: `_dmarc.${name}`, type: "TXT", value });
  const texts = textsOf(old.own);
  const near = texts.filter(isNearDmarc);
  const place = policy?.name ?? domain;
  const here = at(place);
  const remedies: Remedy[] = [];
  const add = (codes: readonly string[], publish: readonly NewRecord[], remove: readonly NewRecord[]) => {
    const cures = codes.filter((code) => said.includes(code));
    if (cures.length > 0) remedies.push({ cures, publish, remove, file: null });
  };
  const dropped = texts.filter(isDmarc);
  const [first] = dropped;
  const meant = near.map(recordMeant).find((record) => record !== null) ?? null;
  const base = policy?.record ?? (first === undefined ? meant : parseDmarc(first));
  if (base === null) {
    const plain = parked ? "v=DMARC1; p=reject;" : `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain};`;
    add(
      ["mail.dmarc_missing", "mail.dmarc_missing_parked", "mail.dmarc_near_miss"],
      [here(plain)],
      near.map(here),
    );
    return remedies;
  }
  const remove = [...(policy === null ? dropped : [policy.record.text]), ...(place === domain ? near : [])];
  const missing = ["mail.dmarc_missing", "mail.dmarc_missing_parked"];
  const reports = !parked;
  add(
    [...MENDED, ...missing],
    [here(repairedDmarc(base, { domain: place, raise: false, reports }))],
    remove.map(here),
  );
  add(RAISED, [here(repairedDmarc(base, { domain: place, raise: true, reports }))], remove.map(here));
  for (const { name, records } of unauthorised(reading.destinations)) {
    const report = (value: string) => ({ name, type: "TXT", value });
    const code = records.length === 0 ? "mail.dmarc_report_unauthorised" : "mail.dmarc_report_diverted";
    add([code], [report("v=DMARC1;")], records.map(report));
  }
  return remedies;
}
