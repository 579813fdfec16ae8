import { printable } from "@dnstools/core/printable";
import { fitsMx, readStsRecord, type StsPolicy } from "@dnstools/core/protocol/mail/mta-sts";
import { createSayer, type Section, statusBy } from "../section.ts";
import type { MtaStsData } from "./data.ts";
import { MTA_STS_FINDINGS } from "./findings.ts";
import { type JudgedPolicy, judgePolicy } from "./evaluate-policy.ts";
import { remedyFor } from "./recommend-mta-sts.ts";
import type { MtaStsReading } from "./lookup-mta-sts.ts";

/** What else of the domain MTA-STS is judged by. */
export type MtaStsContext = {
  readonly domain: string;
  /** Lower case, without a trailing dot; null where they are not known, empty where there are none. */
  readonly mxHosts: readonly string[] | null;
  readonly receives: boolean;
  /** Whether nothing is wrong with the mail servers' names: only then they are put into a policy, or it in force. */
  readonly sound: boolean;
  /** Whether there is a TLS-RPT record, or that is not known. */
  readonly reports: boolean;
};

const RECORDS_MAX = 10;
const AGE_MIN = 86_400;
const SHOWN_MAX = 100;

/** Judges the record and the policy against the domain's mail servers. */
export function judgeMtaSts(reading: MtaStsReading, context: MtaStsContext): Section<MtaStsData> {
  const sayer = createSayer(MTA_STS_FINDINGS);
  const { say } = sayer;
  const { txt, selected, url } = reading;
  const id = judgeRecords(reading, context, say);
  const judged = reading.policy === null ? null : judgePolicy(url, reading.policy, sayer);
  const policy = judged?.policy ?? null;
  const fit = policy === null ? null : compare(policy, context.mxHosts);
  if (policy !== null && fit !== null) sayFit(policy, fit, say);
  if (policy?.problems.length === 0) judgeUse(policy, context, say);
  const faults = { unlisted: [], unused: [], ...fit, ...context, codes: sayer.codes(), reading, policy };
  const found = statusBy(sayer.findings);
  const data: MtaStsData = {
    ...statusOf(reading, judged, found),
    records: [...new Set([...selected.records, ...selected.nearMisses])]
      .slice(0, RECORDS_MAX)
      .map((text) => printable(text, 1000)),
    findings: sayer.codes(),
    id,
    policy: judged?.data ?? null,
    mxUnlisted: fit === null ? null : fit.unlisted.slice(0, SHOWN_MAX),
    mxUnused: fit === null ? null : fit.unused.slice(0, SHOWN_MAX),
  };
  const remedy = txt.outcome.kind === "unknown" ? null : remedyFor(faults);
  return { data, findings: sayer.findings, remedies: remedy === null ? [] : [remedy] };
}

type Say = ReturnType<typeof createSayer<typeof MTA_STS_FINDINGS>>["say"];

/** @returns the record's id. */
function judgeRecords(
  { txt, selected }: MtaStsReading,
  { receives }: MtaStsContext,
  say: Say,
): string | null {
  const [first, second] = selected.records;
  for (const text of selected.nearMisses)
    if (first !== undefined) say("mail.mta_sts_near_miss", printable(text, 100));
    else say("mail.mta_sts_record_invalid", `"${printable(text, 100)}" does not begin v=STSv1;`);
  if (second !== undefined) say("mail.mta_sts_several");
  if (first === undefined || second !== undefined) {
    const absent = txt.outcome.kind !== "unknown" && first === undefined && selected.nearMisses.length === 0;
    if (absent && receives) say("mail.mta_sts_missing");
    return null;
  }
  const { id, problems } = readStsRecord(first);
  for (const problem of problems) say("mail.mta_sts_record_invalid", problem);
  return id;
}

function statusOf(
  { txt, selected }: MtaStsReading,
  judged: JudgedPolicy | null,
  found: ReturnType<typeof statusBy>,
): Pick<MtaStsData, "status" | "reason"> {
  if (txt.outcome.kind === "unknown") return { status: "unknown", reason: txt.outcome.reason };
  if (selected.records.length + selected.nearMisses.length === 0) return { status: "absent", reason: null };
  if (found !== "invalid" && judged?.data.status === "unknown")
    return { status: "unknown", reason: judged.data.reason };
  return { status: found, reason: null };
}

type Fit = { readonly unlisted: readonly string[]; readonly unused: readonly string[] };

/** Null where nothing hangs on it, or the mail servers are not known. */
function compare({ mx, mode }: StsPolicy, hosts: readonly string[] | null): Fit | null {
  if (hosts === null || mode === "none") return null;
  return {
    unlisted: hosts.filter((host) => !mx.some((pattern) => fitsMx(pattern, host))),
    unused: mx.filter((pattern) => !hosts.some((host) => fitsMx(pattern, host))),
  };
}

/** Of a policy that senders go by; of a broken one the data tells. */
function sayFit({ mode, problems }: StsPolicy, { unlisted, unused }: Fit, say: Say): void {
  if (problems.length > 0) return;
  const code = mode === "enforce" ? "mail.mta_sts_mx_unlisted" : "mail.mta_sts_mx_unlisted_testing";
  for (const host of unlisted.slice(0, SHOWN_MAX)) say(code, host);
  for (const pattern of unused.slice(0, SHOWN_MAX)) say("mail.mta_sts_mx_unused", pattern);
}

function judgeUse({ mode, maxAge }: StsPolicy, context: MtaStsContext, say: Say): void {
  const { reports, receives, domain } = context;
  if (mode === "none") {
    say("mail.mta_sts_none");
    return;
  }
  if (mode === "testing") say("mail.mta_sts_testing");
  if (maxAge !== null && maxAge < AGE_MIN) say("mail.mta_sts_max_age", String(maxAge));
  if (!reports && receives) say("mail.mta_sts_without_reports", domain);
}
