import { printable } from "@dnstools/core/printable";
import { timestamp } from "@dnstools/core/protocol/dns/text";
import { isMxPattern, type StsPolicy } from "@dnstools/core/protocol/mail/mta-sts";
import type { NewRecord, Remedy } from "../section.ts";
import type { MTA_STS_FINDINGS } from "./findings.ts";
import type { MtaStsReading } from "./lookup-mta-sts.ts";

type Code = keyof typeof MTA_STS_FINDINGS;

/** What a remedy is made from. */
export type Faults = {
  readonly codes: readonly string[];
  readonly domain: string;
  readonly mxHosts: readonly string[] | null;
  readonly sound: boolean;
  readonly reading: MtaStsReading;
  /** The file as it is served now; null where none could be read. */
  readonly policy: StsPolicy | null;
  readonly unlisted: readonly string[];
  readonly unused: readonly string[];
};

/** Cured by a record alone. */
const BY_RECORD: readonly Code[] = [
  "mail.mta_sts_several",
  "mail.mta_sts_record_invalid",
  "mail.mta_sts_near_miss",
];
/** Cured by serving the right file, which takes a new id. */
const BY_FILE: readonly Code[] = [
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
/** Last of all: nothing else may be wrong, or mail is lost, and reports must have been there to be read. */
const BY_ENFORCING: readonly Code[] = ["mail.mta_sts_testing"];

/** The record, and where the file is wrong the file, that put all right that they can; none where servers are not known. */
export function remedyFor(faults: Faults): Remedy | null {
  const { codes, mxHosts, sound, reading } = faults;
  const said = (of: readonly Code[]) => of.filter((code) => codes.includes(code));
  // A file can be written only where all servers are known, and have names that it may hold.
  const canFile = sound && mxHosts !== null && mxHosts.length > 0 && mxHosts.every(isMxPattern);
  const byFile = canFile ? said(BY_FILE) : [];
  const cures = [...said(BY_RECORD), ...byFile];
  const ready = cures.length === 0 && canFile && !codes.includes("mail.mta_sts_without_reports");
  const enforce = ready ? said(BY_ENFORCING) : [];
  if (cures.length + enforce.length === 0) return null;
  const body = byFile.length + enforce.length > 0 ? fileFor(faults, enforce.length > 0) : null;
  return {
    cures: [...cures, ...enforce],
    publish: [record(faults, `v=STSv1; id=${timestamp(reading.at)}`)],
    remove: texts(reading).map((text) => record(faults, printable(text, 1000))),
    file: body === null ? null : { url: reading.url, body },
  };
}

function texts({ selected }: MtaStsReading): readonly string[] {
  return [...new Set([...selected.records, ...selected.nearMisses])];
}

function record({ domain }: Faults, value: string): NewRecord {
  return { name: `_mta-sts.${domain}`, type: "TXT", value };
}

const AGE_MIN = 86_400;
const AGE_NEW = 604_800;

/** The policy that is served, with what is wrong put right; a new one begins with testing. */
function fileFor({ policy, mxHosts, unlisted, unused }: Faults, enforce: boolean): string {
  const kept = policy?.mx.filter((pattern) => !unused.includes(pattern)) ?? [];
  const mx = policy === null || kept.length === 0 ? (mxHosts ?? []) : [...kept, ...unlisted];
  const age = policy?.maxAge ?? 0;
  const short = age < AGE_MIN && policy?.mode !== "none";
  // What nobody goes by now is tried out first, whatever it says.
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
