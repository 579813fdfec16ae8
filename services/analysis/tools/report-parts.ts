import { cell, join, list, outside } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";

/** Characters of a record's value that a row of a report shows. */
const SHORT = 80;

const RANK: Readonly<Record<Status, number>> = { fail: 0, warning: 1, unknown: 2, none: 3, pass: 4 };

/** The worst of these; `none` for none. */
export function worstOf(all: readonly Status[]): Status {
  return all.toSorted((a, b) => RANK[a] - RANK[b])[0] ?? "none";
}

/** These things, the worst first. */
export function worstFirst<T>(all: readonly T[], statusOf: (one: T) => Status): readonly T[] {
  return all.toSorted((a, b) => RANK[statusOf(a)] - RANK[statusOf(b)]);
}

/** The worst that the findings say of a name or an address; `none` where they say nothing. */
export function findingStatus(findings: readonly Finding[], subject: string): Status {
  const about = findings.filter(({ subjects }) => subjects.includes(subject));
  return worstOf(about.map(({ severity }) => SEVERITY_STATUS[severity]));
}

/** Things in groups of those with the same key. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => unknown): readonly (readonly T[])[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(keyOf(one))).values()];
}

/** A record's value, cut where it is long: between words where that is possible, since a part of a number is another number. */
export function short(value: string, max = SHORT): Text {
  if (value.length <= max) return outside(value);
  const space = value.lastIndexOf(" ", max);
  return space > max / 2 ? [outside(value.slice(0, space)), " ..."] : [outside(value.slice(0, max)), "..."];
}

/** What could not be found out, in a row for each reason. */
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
