import type { Branch, Status, Text } from "@dnstools/core/report/report";

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
