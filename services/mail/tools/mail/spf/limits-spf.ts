import type { SpfNode, SpfTerm } from "./tree-spf.ts";

/** The limits of RFC 7208 4.6.4: terms that take a lookup, void lookups, and names of one mx. */
export const LOOKUPS_MAX = 10;
export const VOIDS_MAX = 2;
export const EXCHANGES_MAX = 10;

/** The lookups that a term takes, with all records below it. */
export function lookupsOf({ counts, child }: SpfTerm): number {
  return (counts ? 1 : 0) + (child === null ? 0 : lookupsIn(child));
}

/** The lookups that a record takes, with all records below it. */
export function lookupsIn({ terms }: SpfNode): number {
  return terms.reduce((sum, term) => sum + lookupsOf(term), 0);
}

/** Whether a term's lookup is void in both address families; null where that is unknown, or the term has no lookup. */
export function isVoid({ child, hosts }: SpfTerm): boolean | null {
  if (child !== null) return child.status === "unknown" || child.status === "pending" ? null : child.isVoid;
  if (hosts === null) return null;
  if (hosts.voidV4 === false || hosts.voidV6 === false) return false;
  return hosts.voidV4 === null || hosts.voidV6 === null ? null : true;
}
