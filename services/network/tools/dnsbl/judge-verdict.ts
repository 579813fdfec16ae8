import { type Finding, finding } from "@dnstools/core/finding";
import type { Verdict } from "@dnstools/core/verdict";
import type { ListData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import type { DnsblSeen } from "./seen.ts";

/** What all lists together come to; it cannot pass while lists that many receivers use are unknown. */
export function verdictOf(lists: readonly ListData[]): Verdict {
  const of = (status: ListData["status"]) => lists.filter((list) => list.status === status);
  const listed = of("listed");
  const unknown = of("unknown");
  const answered = listed.length + of("not_listed").length;
  const rest = unknown.length === 0 ? "" : ` ${unknown.length} could not be asked.`;
  const detail = `Listed on ${listed.length} of the ${answered} lists that answered.${rest}`;
  if (listed.some(isMajor)) return { status: "fail", reason: "listed", detail };
  if (answered === 0)
    return { status: "unknown", reason: "no_list_answered", detail: `No list answered.${rest}` };
  if (unknown.some(isImportant)) return { status: "unknown", reason: "important_lists_unknown", detail };
  if (unknown.length > answered) return { status: "unknown", reason: "most_lists_unknown", detail };
  if (listed.length === 0) return { status: "pass", reason: null, detail };
  const reason = listed.every((list) => list.kind === "policy")
    ? "listed_by_policy"
    : "listed_by_minor_lists";
  return { status: "warning", reason, detail };
}

function isMajor(list: ListData): boolean {
  return list.kind !== "policy" && list.weight !== "low";
}

function isImportant(list: ListData): boolean {
  return list.weight === "high";
}

/** Names in a finding; the lists themselves say the rest. */
const NAMES_MAX = 10;

export function listFindings(lists: readonly ListData[], seen: DnsblSeen): Finding[] {
  const listed = lists.filter((list) => list.status === "listed");
  const findings = listed.flatMap((list) =>
    list.results
      .filter(({ status }) => status === "listed")
      .map(({ asked, kind }) => finding(FINDINGS, codeOf({ ...list, kind: kind ?? list.kind }), asked)),
  );
  const unknown = lists.filter((list) => list.status === "unknown");
  const important = unknown.filter(isImportant);
  const because = (...reasons: string[]) => unknown.filter(({ reason }) => reasons.includes(reason ?? ""));
  const all = (code: keyof typeof FINDINGS, about: readonly ListData[]) =>
    about.length === 0 ? [] : [finding(FINDINGS, code, namesOf(about))];
  return [
    ...findings,
    ...(seen.publicResolvers.length === 0
      ? []
      : [finding(FINDINGS, "dnsbl.public_resolver", seen.publicResolvers.join(", "))]),
    ...(listed.some(isMajor) ? [] : all("dnsbl.inconclusive", important)),
    ...all("dnsbl.rewritten", because("rewritten")),
    ...all("dnsbl.refused", because("blocked", "refused")),
    ...all("dnsbl.unhealthy", because("list_unhealthy")),
  ];
}

function codeOf(list: ListData): "dnsbl.listed" | "dnsbl.listed_policy" | "dnsbl.listed_minor" {
  if (list.kind === "policy") return "dnsbl.listed_policy";
  return isMajor(list) ? "dnsbl.listed" : "dnsbl.listed_minor";
}

function namesOf(lists: readonly ListData[]): string {
  const names = lists.slice(0, NAMES_MAX).map(({ zone }) => zone);
  const more = lists.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
