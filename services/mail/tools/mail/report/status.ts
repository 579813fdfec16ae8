import type { Answer } from "@dnstools/core/report/answer";
import { outside } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Outside, Status } from "@dnstools/core/report/report";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import type { MailData } from "../data.ts";
import type { SectionStatus } from "../section.ts";

const STATUS: Readonly<Record<SectionStatus, Status>> = {
  valid: "pass",
  warning: "warning",
  invalid: "fail",
  absent: "none",
  unknown: "unknown",
  not_applicable: "none",
};

/** How a section is: what is absent is as bad as the worst finding on it. */
export function statusOf(
  { status, findings: codes }: { readonly status: SectionStatus; readonly findings: readonly string[] },
  { findings }: Answer<MailData>,
): Status {
  if (status !== "absent") return STATUS[status] ?? "none";
  const severities = findings.filter(({ code }) => codes.includes(code)).map(({ severity }) => severity);
  const worst = SEVERITIES.find((severity) => severities.includes(severity));
  return worst === undefined ? "none" : SEVERITY_STATUS[worst];
}

/** A word of the answer's schema as it is read: `not_a_key` is "not a key". */
export function words(word: string): Outside {
  return outside(word.replaceAll("_", " "));
}

/** Characters of a record: the JSON has all of them. */
const RECORD_MAX = 240;

/** A record as published, cut where it is long. */
export function record(text: string): Outside {
  return outside(text.length > RECORD_MAX ? `${text.slice(0, RECORD_MAX)}...` : text);
}

/** What an SPF record takes of its lookups. */
export function lookupsText({ count: taken, limit, complete }: MailData["spf"]["lookups"]): string {
  return `${complete ? "" : "at least "}${count(taken, "lookup")} (limit ${limit})`;
}

/** A count with its word. */
export function count(number: number, word: string, ending = "s"): string {
  return `${number} ${word}${number === 1 ? "" : ending}`;
}
