import { cell, join, list, outside } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";

/** Default maximum number of characters of a record's value that a report shows. */
const SHORT = 80;

const RANK: Readonly<Record<Status, number>> = { fail: 0, warning: 1, unknown: 2, none: 3, pass: 4 };

/** Returns the worst of these statuses; `none` if the list is empty. */
export function worstOf(all: readonly Status[]): Status {
  return all.toSorted((a, b) => RANK[a] - RANK[b])[0] ?? "none";
}

/** Sorts items by their status, the worst first. */
export function worstFirst<T>(all: readonly T[], statusOf: (one: T) => Status): readonly T[] {
  return all.toSorted((a, b) => RANK[statusOf(a)] - RANK[statusOf(b)]);
}

/** Returns the worst status of the findings about a name or an address; `none` if there are none. */
export function findingStatus(findings: readonly Finding[], subject: string): Status {
  const about = findings.filter(({ subjects }) => subjects.includes(subject));
  return worstOf(about.map(({ severity }) => SEVERITY_STATUS[severity]));
}

/** Groups items with equal keys. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => unknown): readonly (readonly T[])[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(keyOf(one))).values()];
}

/**
 * Shortens a record's value. A long value is cut between words if possible, because the first part of a number would
 * look like a complete number.
 */
export function short(value: string, max = SHORT): Text {
  if (value.length <= max) return outside(value);
  const space = value.lastIndexOf(" ", max);
  return space > max / 2 ? [outside(value.slice(0, space)), " ..."] : [outside(value.slice(0, max)), "..."];
}

/** Lists items that could not be determined, with one row for each reason. */
export function unknownFacts(
  all: readonly { readonly name: string | readonly string[]; readonly reason: string | null }[],
): readonly (readonly [name: Text, value: Cell])[] {
  return groupsOf(all, ({ reason }) => reason).map((group) => {
    const names = list(
      group.map(({ name }) => name),
      12,
    );
    const reason = group[0]?.reason ?? null;
    return ["Not known", cell("unknown", reason === null ? names : join([names, ` (${reason})`]))];
  });
}
