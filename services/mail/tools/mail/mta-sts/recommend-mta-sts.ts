import { printable } from "@dnstools/core/harmless";
import { timestamp } from "@dnstools/core/protocol/dns/text";
import { isMxPattern, type StsPolicy } from "@dnstools/core/protocol/mail/mta-sts";
import { fromBase64, TextDecoder } from "@dnstools/core/protocol/platform";
import type { NewRecord, Recommendation } from "../section.ts";
import type { MTA_STS_FINDINGS } from "./findings.ts";
import type { MtaStsLookup } from "./lookup-mta-sts.ts";

type MtaStsCode = keyof typeof MTA_STS_FINDINGS;

/** The findings and the lookup that the recommended record and file are built from. */
export type MtaStsFaults = {
  readonly codes: readonly string[];
  readonly domain: string;
  readonly mxHosts: readonly string[] | null;
  readonly sound: boolean;
  readonly lookup: MtaStsLookup;
  /** The policy as it is served now; null if no file was fetched. */
  readonly policy: StsPolicy | null;
  readonly unlisted: readonly string[];
  readonly unused: readonly string[];
};

/** Findings that a record alone fixes. */
const BY_RECORD: readonly MtaStsCode[] = [
  "mail.mta_sts_several",
  "mail.mta_sts_record_invalid",
  "mail.mta_sts_near_miss",
];
/** Findings that a corrected policy file fixes; the record then needs a new id. */
const BY_FILE: readonly MtaStsCode[] = [
  "mail.mta_sts_missing",
  "mail.mta_sts_redirect",
  "mail.mta_sts_status",
  "mail.mta_sts_too_large",
  "mail.mta_sts_policy_invalid",
  "mail.mta_sts_policy_loose",
  "mail.mta_sts_mx_unlisted",
  "mail.mta_sts_mx_unlisted_testing",
  "mail.mta_sts_mx_unused",
  "mail.mta_sts_max_age",
];
/**
 * Findings that switching the policy to mode enforce fixes. This is the last step, because mode enforce needs reports,
 * and loses mail while there is any other fault.
 */
const BY_ENFORCING: readonly MtaStsCode[] = ["mail.mta_sts_testing"];

/** Recommends an MTA-STS record and, if the policy file is wrong, a new file; null if neither fixes a finding. */
export function recommendMtaSts(faults: MtaStsFaults): Recommendation | null {
  const { codes: found, mxHosts, sound, lookup } = faults;
  const among = (fixable: readonly MtaStsCode[]) => fixable.filter((code) => found.includes(code));
  // A policy can be written only if all mail servers are known and have names that are allowed in a policy.
  const canFile = sound && mxHosts !== null && mxHosts.length > 0 && mxHosts.every(isMxPattern);
  const byFile = canFile ? among(BY_FILE) : [];
  const codes = [...among(BY_RECORD), ...byFile];
  const ready = codes.length === 0 && canFile && !found.includes("mail.mta_sts_without_reports");
  const enforce = ready ? among(BY_ENFORCING) : [];
  if (codes.length + enforce.length === 0) return null;
  const body = byFile.length + enforce.length > 0 ? fileFor(faults, enforce.length > 0) : null;
  return {
    codes: [...codes, ...enforce],
    publish: [record(faults, `v=STSv1; id=${timestamp(lookup.at)}`)],
    remove: texts(lookup).map((text) => record(faults, printable(text, 1000))),
    file: body === null ? null : { url: lookup.url, body },
    test: testOf(body ?? servedText(lookup)),
  };
}

/** Returns the parameter of a call that judges the policy in advance; null if there is no policy. */
function testOf(mtasts: string | null): Recommendation["test"] {
  return mtasts === null ? null : { mtasts };
}

/** Returns the policy file as it is served now; null if there is none. */
function servedText({ policy }: MtaStsLookup): string | null {
  if (policy?.kind !== "present" || policy.value.status !== 200) return null;
  return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(fromBase64(policy.value.body));
}

function texts({ selected }: MtaStsLookup): readonly string[] {
  return [...new Set([...selected.records, ...selected.nearMisses])];
}

function record({ domain }: MtaStsFaults, value: string): NewRecord {
  return { name: `_mta-sts.${domain}`, type: "TXT", value };
}

/** Shortest max_age that is kept, and max_age of new policies, in seconds. */
const AGE_MIN = 86_400;
const AGE_NEW = 604_800;

/** Returns the served policy without its faults, or a new policy in mode testing. */
function fileFor({ policy, mxHosts, unlisted, unused }: MtaStsFaults, enforce: boolean): string {
  const kept = policy?.mx.filter((pattern) => !unused.includes(pattern)) ?? [];
  const mx = policy === null || kept.length === 0 ? (mxHosts ?? []) : [...kept, ...unlisted];
  const age = policy?.maxAge ?? 0;
  const short = age < AGE_MIN && policy?.mode !== "none";
  // A policy that senders have ignored because of errors starts in mode testing, whatever its mode is.
  const kind = policy === null || policy.problems.length > 0 ? "testing" : (policy.mode ?? "testing");
  const mode = enforce ? "enforce" : kind;
  const lines = [
    "version: STSv1",
    `mode: ${mode}`,
    ...mx.map((host) => `mx: ${host}`),
    `max_age: ${short || policy?.maxAge === null ? AGE_NEW : age}`,
  ];
  return `${lines.join("\n")}\n`;
}
