import type { Verdict } from "@dnstools/core/tool/verdict";
import type { DnsblData, ListData, ResultData } from "../data.ts";

/** What was looked up, as worded in the verdict. */
export type Sought = {
  readonly mx: DnsblData["mx"];
  /** The address, or the domain with its mail server, for example `9.9.9.9` or `example.com or its mail server ...`. */
  readonly all: string;
  /** Returns the name or address of a subject; a mail server's address comes with its name. */
  readonly nameOf: (subject: ResultData["subject"]) => string;
};

/**
 * Returns the overall verdict, which is never a pass while the results of lists that many receivers use are unknown.
 */
export function verdictOf(lists: readonly ListData[], sought: Sought): Verdict {
  const of = (status: ListData["status"]) => lists.filter((list) => list.status === status);
  const listed = byWeight(of("listed"));
  const unknown = of("unknown");
  const answered = listed.length + of("not_listed").length;
  const rest = unknown.length === 0 ? "" : `; ${unknown.length} gave no usable answer`;
  const has = listed.length === 0 ? null : whatIsListed(listed, answered, sought);
  if (listed.some(isMajor)) return { status: "fail", reason: "listed", detail: `${has}.` };
  const reason = whyOpen(lists, answered);
  if (reason !== null) {
    const open = whatIsOpen(reason, unknown, sought);
    return { status: "unknown", reason, detail: has === null ? `${open}.` : `${open}; ${has}.` };
  }
  if (sought.mx?.status === "absent" && sought.mx.host !== null) {
    const detail = `The first mail server, ${sought.mx.host}, has no address; ${has ?? `none of the ${answered} lists that answered has ${sought.all}`}.`;
    return { status: "warning", reason: "mx_without_address", detail };
  }
  if (has === null) {
    const detail = `None of the ${answered} lists that answered has ${sought.all}${rest}.`;
    return { status: "pass", reason: null, detail };
  }
  return listed.every((list) => list.kind === "policy")
    ? {
        status: "warning",
        reason: "listed_by_policy",
        detail: `${has}: by policy, not for wrongdoing.`,
      }
    : {
        status: "warning",
        reason: "listed_by_minor_lists",
        detail: `${has}, and few receivers use ${listed.length === 1 ? "it" : "them"}.`,
      };
}

type Open = "no_list_answered" | "important_lists_unknown" | "most_lists_unknown";

/** Returns why the verdict is uncertain; null if enough lists answered. */
function whyOpen(lists: readonly ListData[], answered: number): Open | null {
  const unknown = lists.filter(({ status }) => status === "unknown");
  if (answered === 0) return "no_list_answered";
  if (unknown.some(isImportant)) return "important_lists_unknown";
  return unknown.length > answered ? "most_lists_unknown" : null;
}

function whatIsOpen(reason: Open, unknown: readonly ListData[], { mx, all }: Sought): string {
  const cause =
    mx?.status === "unknown" && mx.reason !== "not_allowed"
      ? `the address of its mail server could not be determined (${mx.reason})`
      : mx?.status === "unknown"
        ? `its mail server ${mx.host} has an address that is not public`
        : reason === "no_list_answered"
          ? "no list gave a usable answer"
          : reason === "most_lists_unknown"
            ? `${unknown.length} lists gave no usable answer`
            : `${someOf(unknown.filter(isImportant))}, used by many receivers, gave no usable answer`;
  return `Whether ${all} is listed is unknown: ${cause}`;
}

/**
 * Returns a text such as `192.0.2.1 is listed by 3 of 56 lists that answered, among them zen.spamhaus.org`.
 * @param listed the lists with an entry, the most widely used first.
 */
function whatIsListed(listed: readonly ListData[], answered: number, { nameOf }: Sought): string {
  const subjects = listed.flatMap(({ results }) =>
    results.filter(({ status }) => status === "listed").map(({ subject }) => nameOf(subject)),
  );
  const who = [...new Set(subjects)];
  const among = listed.length === 1 ? "" : "among them ";
  return `${who.join(" and ")} ${who.length === 1 ? "is" : "are"} listed by ${listed.length} of ${answered} lists that answered, ${among}${listed[0]?.zone}`;
}

function someOf([first, ...more]: readonly ListData[]): string {
  return more.length === 0
    ? `${first?.zone}`
    : `${first?.zone} and ${more.length} more list${more.length === 1 ? "" : "s"}`;
}

const WEIGHTS: readonly ListData["weight"][] = ["high", "medium", "low"];

/** Sorts lists by how widely they are used, with policy entries last. */
export function byWeight<T extends Pick<ListData, "kind" | "weight">>(lists: readonly T[]): T[] {
  const rank = ({ weight, kind }: T) => WEIGHTS.indexOf(weight) + (kind === "policy" ? WEIGHTS.length : 0);
  return lists.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns true if receivers act on the list and its listing is not a policy entry. */
export function isMajor(list: Pick<ListData, "kind" | "weight">): boolean {
  return list.kind !== "policy" && list.weight !== "low";
}

/** Returns true if a clean verdict requires an answer from this list. */
export function isImportant(list: ListData): boolean {
  return list.weight === "high";
}
