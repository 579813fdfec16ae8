import type { SectionStatus } from "@dnstools/core/mail/section";
import type { Answer } from "@dnstools/core/report/answer";
import { outside } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Outside, Status } from "@dnstools/core/report/report";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import type { MailData } from "../data.ts";

const STATUS: Readonly<Record<SectionStatus, Status>> = {
  valid: "pass",
  warning: "warning",
  invalid: "fail",
  absent: "none",
  unknown: "unknown",
  not_applicable: "none",
};

/** Returns the status of a section. An absent record is as bad as the worst finding about it. */
export function statusOf(
  { status, findings: codes }: { readonly status: SectionStatus; readonly findings: readonly string[] },
  { findings }: Answer<MailData>,
): Status {
  if (status !== "absent") return STATUS[status] ?? "none";
  const severities = findings.filter(({ code }) => codes.includes(code)).map(({ severity }) => severity);
  const worst = SEVERITIES.find((severity) => severities.includes(severity));
  return worst === undefined ? "none" : SEVERITY_STATUS[worst];
}

/** Returns a word of the answer's schema in readable form: `not_a_key` becomes "not a key". */
export function words(word: string): Outside {
  return outside(word.replaceAll("_", " "));
}

/** Maximum length of a record in the report, in characters; the JSON has the full record. */
const RECORD_MAX = 240;

/** Returns a record as published, cut if it is long. */
export function record(text: string): Outside {
  return outside(text.length > RECORD_MAX ? `${text.slice(0, RECORD_MAX)}...` : text);
}

/** Returns how many DNS lookups an SPF record costs, and the limit. */
export function lookupsText({ count: taken, limit, complete }: MailData["spf"]["lookups"]): string {
  return `${complete ? "" : "at least "}${count(taken, "lookup")} (limit ${limit})`;
}

/** Returns a number with its noun in singular or plural: "1 lookup", "2 lookups". */
export function count(number: number, word: string, ending = "s"): string {
  return `${number} ${word}${number === 1 ? "" : ending}`;
}
