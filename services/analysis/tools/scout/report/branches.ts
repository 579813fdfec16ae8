import { join, outside } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";

/** Names in one branch that are shown. */
const NAMES_MAX = 4;

/** A branch on which nothing hangs. */
export function leaf(status: Status, text: Text): Branch {
  return { status, text, children: [] };
}

/** The first branches, and how many there are more. */
export function bounded(all: readonly Branch[], max: number, what: string): readonly Branch[] {
  if (all.length <= max) return all;
  return [...all.slice(0, max), leaf("none", `${all.length - max} more ${what} in the JSON`)];
}

/** A name without the domain that it lies in. */
export function label(name: string, domain: string): string {
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : name;
}

/** The first of many names, of which the answer itself may hold a part alone. */
export function someNames(names: readonly string[], domain: string): Text {
  const shown = names.slice(0, NAMES_MAX).map((name) => outside(label(name, domain)));
  return join([join(shown, ", "), names.length > NAMES_MAX ? " and others" : ""]);
}
