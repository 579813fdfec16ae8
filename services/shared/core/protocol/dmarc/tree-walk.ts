import type { DmarcRecord } from "./record.ts";

/** RFC 9989 4.10: after the first query, longer names are shortened to this number of labels. */
const LABELS_MAX = 7;
const NAME_MAX = 253;

/**
 * Returns the names that a DNS tree walk queries `_dmarc` for, from a name upwards, if no record ends the walk
 * early (RFC 9989 4.10).
 */
export function walkNames(start: string): readonly string[] {
  const labels = start.split(".");
  const rest = labels.length > LABELS_MAX ? labels.slice(-LABELS_MAX) : labels.slice(1);
  const names = [start, ...rest.map((_, i) => rest.slice(i).join("."))];
  // Names for which `_dmarc.NAME` would be too long cannot be queried, so they have no record.
  return names.filter((name) => name.length + "_dmarc.".length <= NAME_MAX);
}

/** A DMARC record that a tree walk found. It is the only DMARC record at its name. */
export type Found = { readonly name: string; readonly record: DmarcRecord };

/**
 * Returns the organizational domain of the walk's starting name (RFC 9989 4.10.2). @param found the walk's
 * records, longest name first.
 */
export function organizationalDomain(start: string, found: readonly Found[]): string {
  const marked = found.find(({ record }) => record.psd === "n");
  if (marked !== undefined) return marked.name;
  const suffix = found.find(({ name, record }) => record.psd === "y" && name !== start);
  if (suffix !== undefined)
    return start
      .split(".")
      .slice(-(suffix.name.split(".").length + 1))
      .join(".");
  return found.at(-1)?.name ?? start;
}

/**
 * Returns the record that applies to the walk's starting name (RFC 9989 4.10.1): the name's own record, otherwise that
 * of its organizational domain, otherwise that of the public suffix above. Records at names between these do not
 * apply.
 */
export function applicable(start: string, org: string, found: readonly Found[]): Found | null {
  const suffix = found.find(({ name, record }) => record.psd === "y" && name !== start) ?? null;
  return found.find(({ name }) => name === start) ?? found.find(({ name }) => name === org) ?? suffix;
}

/**
 * Returns the record that applies to names below the walk's starting name that have no record of their own.
 * Returns "unknown" if the walk from such a name would skip the starting name, where the observed walk ended.
 */
export function applicableBelow(start: string, found: readonly Found[]): Found | "unknown" | null {
  const below = `a.${start}`;
  const asked = walkNames(below);
  const [first] = found;
  if (!asked.includes(start) && first?.name === start && first.record.psd !== "u") return "unknown";
  const observed = found.filter(({ name }) => asked.includes(name));
  return applicable(below, organizationalDomain(below, observed), observed);
}
