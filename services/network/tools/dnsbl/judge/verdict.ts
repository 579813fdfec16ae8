import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ListData } from "../data.ts";

/** What all lists together come to; it cannot pass while lists that many receivers use are unknown. */
export function verdictOf(lists: readonly ListData[]): Verdict {
  const of = (status: ListData["status"]) => lists.filter((list) => list.status === status);
  const listed = of("listed");
  const unknown = of("unknown");
  const answered = listed.length + of("not_listed").length;
  const rest = unknown.length === 0 ? "" : ` Unknown: ${unknown.length}.`;
  const detail = `Listed on ${listed.length} of ${answered} lists whose answer is believed.${rest}`;
  if (listed.some(isMajor)) return { status: "fail", reason: "listed", detail };
  if (answered === 0)
    return {
      status: "unknown",
      reason: "no_list_answered",
      detail: `No list gave an answer that is believed.${rest}`,
    };
  if (unknown.some(isImportant)) return { status: "unknown", reason: "important_lists_unknown", detail };
  if (unknown.length > answered) return { status: "unknown", reason: "most_lists_unknown", detail };
  if (listed.length === 0) return { status: "pass", reason: null, detail };
  const reason = listed.every((list) => list.kind === "policy")
    ? "listed_by_policy"
    : "listed_by_minor_lists";
  return { status: "warning", reason, detail };
}

/** Whether many receivers act on the list, and its listing is no matter of policy. */
export function isMajor(list: Pick<ListData, "kind" | "weight">): boolean {
  return list.kind !== "policy" && list.weight !== "low";
}

/** Whether a clean answer needs this list. */
export function isImportant(list: ListData): boolean {
  return list.weight === "high";
}
