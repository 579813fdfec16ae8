import type { Finding } from "@dnstools/core/tool/finding";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { ReverseData } from "./data.ts";

/** Maximum number of ASes in the summary sentence; `origins` has all of them. */
const ASES_MAX = 3;

/**
 * Summarizes the address in one sentence: its name and whether the name resolves back, or what is wrong, and the AS. A
 * failed forward confirmation is only a warning, since it matters only for mail.
 */
export function summaryOf(data: ReverseData, findings: readonly Finding[]): Summary {
  const { fcrdns, ip, aliases } = data;
  const open = fcrdns.status === "unknown" ? fcrdns.detail : null;
  const { status } = summarize(findings, { open, good: fcrdns.detail });
  const names =
    status === "fail"
      ? `${ip} has no PTR record: its reverse name is an alias for ${aliases.at(-1)}, which has none`
      : fcrdns.detail;
  return { status, text: `${[names.replace(/\.$/, ""), ...announced(data)].join("; ")}.` };
}

/**
 * Reports that no AS announces the address only if Team Cymru is the source, since a local database may lack the row.
 */
function announced({ origins, parts }: ReverseData): string[] {
  if (origins === null || (origins.length === 0 && parts.origins.source === "as_database")) return [];
  if (origins.length === 0) return ["Team Cymru knows no AS that announces it"];
  const names = new Map(
    origins.map(({ asn, name }) => [asn, name === null ? `AS${asn}` : `AS${asn} (${name})`]),
  );
  const shown = [...names.values()].slice(0, ASES_MAX).join(" and ");
  const more = names.size > ASES_MAX ? ` and ${names.size - ASES_MAX} more` : "";
  return [`${shown}${more} ${names.size === 1 ? "announces" : "announce"} it`];
}
