import type { DmarcRecord } from "./record.ts";

/** RFC 9989 4.10: names of more labels are cut to so many after the first question. */
const LABELS_MAX = 7;
const NAME_MAX = 253;

/** The names whose `_dmarc` is asked for, from a name upwards, where nothing ends the walk (RFC 9989 4.10). */
export function walkNames(start: string): readonly string[] {
  const labels = start.split(".");
  const rest = labels.length > LABELS_MAX ? labels.slice(-LABELS_MAX) : labels.slice(1);
  const names = [start, ...rest.map((_, i) => rest.slice(i).join("."))];
  // What cannot be asked for has no record.
  return names.filter((name) => name.length + "_dmarc.".length <= NAME_MAX);
}

/** A record that a walk found: alone at its name. */
export type Found = { readonly name: string; readonly record: DmarcRecord };

/** The organisational domain of a walk's start, by the records that it found, the longest name first (RFC 9989 4.10.2). */
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
 * The record that applies to a walk's start (RFC 9989 4.10.1): its own, or that of its organisational domain, or that of
 * the public suffix above. One in between is nobody's.
 */
export function applicable(start: string, org: string, found: readonly Found[]): Found | null {
  const suffix = found.find(({ name, record }) => record.psd === "y" && name !== start) ?? null;
  return found.find(({ name }) => name === start) ?? found.find(({ name }) => name === org) ?? suffix;
}

/**
 * The record that applies to names below a walk's start that have none of their own. Unknown where the walk from there jumps
 * over the start, at which this one ended.
 */
export function applicableBelow(start: string, found: readonly Found[]): Found | "unknown" | null {
  const below = `a.${start}`;
  const asked = walkNames(below);
  const [first] = found;
  if (!asked.includes(start) && first?.name === start && first.record.psd !== "u") return "unknown";
  const observed = found.filter(({ name }) => asked.includes(name));
  return applicable(below, organizationalDomain(below, observed), observed);
}
