import type { SpfNode, SpfTerm } from "./tree-spf.ts";

/** Maximum number of terms that need a lookup, in an SPF evaluation (RFC 7208 4.6.4). */
export const LOOKUPS_MAX = 10;
/** Maximum number of lookups that find no record, in an SPF evaluation (RFC 7208 4.6.4). */
export const VOIDS_MAX = 2;
/** Maximum number of mail servers of one mx term (RFC 7208 4.6.4). */
export const EXCHANGES_MAX = 10;

/** Returns the number of lookups that a term costs, including all records below it. */
export function lookupsOf({ counts, child }: SpfTerm): number {
  return (counts ? 1 : 0) + (child === null ? 0 : lookupsIn(child));
}

/** Returns the number of lookups that a record costs, including all records below it. */
export function lookupsIn({ terms }: SpfNode): number {
  return terms.reduce((sum, term) => sum + lookupsOf(term), 0);
}

/** Returns true if a term's lookup finds no record in either address family; null if unknown or if it has no lookup. */
export function isVoid({ child, hosts }: SpfTerm): boolean | null {
  if (child !== null) return child.status === "unknown" || child.status === "pending" ? null : child.isVoid;
  if (hosts === null) return null;
  if (hosts.voidV4 === false || hosts.voidV6 === false) return false;
  return hosts.voidV4 === null || hosts.voidV6 === null ? null : true;
}
