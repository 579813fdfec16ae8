import { join, outside } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";

/** Maximum number of names that are shown in one branch. */
const NAMES_MAX = 4;

/** Creates a branch without children. */
export function leaf(status: Status, text: Text): Branch {
  return { status, text, children: [] };
}

/**
 * Returns the first `max` branches, followed by a branch with the number of omitted ones.
 * @param what word for the items, in the plural.
 */
export function bounded(all: readonly Branch[], max: number, what: string): readonly Branch[] {
  if (all.length <= max) return all;
  return [...all.slice(0, max), leaf("none", `${all.length - max} more ${what} in the JSON`)];
}

/** Returns the part of a name that is in front of its domain. */
export function label(name: string, domain: string): string {
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : name;
}

/** Lists the first few of many names, each without its domain. */
export function someNames(names: readonly string[], domain: string): Text {
  const shown = names.slice(0, NAMES_MAX).map((name) => outside(label(name, domain)));
  return join([join(shown, ", "), names.length > NAMES_MAX ? " and others" : ""]);
}
