import type { IpBytes } from "../../protocol/ip.ts";
import { scopeOf } from "../../protocol/special-purpose.ts";
import type { Mechanism, SpfRecord, Term } from "../../protocol/spf/record.ts";
import type { Reason } from "../../tool/outcome.ts";
import { dnsKey } from "../answers.ts";

/** The SPF record of a domain, with all records that its terms refer to. */
export type SpfNode = {
  readonly domain: string;
  /**
   * `not_followed`: the record is far beyond the limits; `loop`: a record above this one in the tree belongs to the
   * same domain.
   */
  readonly status: "found" | "none" | "several" | "unknown" | "pending" | "loop" | "not_followed";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
  readonly record: SpfRecord | null;
  /** All terms in order, including terms that receivers ignore. */
  readonly terms: readonly SpfTerm[];
  /** True if the TXT query found no record, which is a void lookup (RFC 7208 4.6.4). */
  readonly isVoid: boolean;
};

/** A term of a record, with its lookups. */
export type SpfTerm = {
  readonly term: Term;
  /**
   * Why receivers ignore the term: it comes after `all`, or is a redirect in a record with `all` (RFC 7208 5.1, 6.1).
   */
  readonly ignored: "after_all" | "beside_all" | null;
  /** True if the term counts towards the limit of ten lookups (RFC 7208 4.6.4). */
  readonly counts: boolean;
  /** The name that receivers look up; null if the term has none, or if its macros depend on a message. */
  readonly target: string | null;
  /** True if the macros in the term's name depend on a message. */
  readonly needsMessage: boolean;
  /** The record that an include or redirect refers to; null for other terms. */
  readonly child: SpfNode | null;
  /** The hosts of an a, mx or exists term; null for other terms. */
  readonly hosts: SpfHosts | null;
};

/** The result of looking up an a, mx or exists term. */
export type SpfHosts = {
  readonly v4: readonly IpBytes[];
  readonly v6: readonly IpBytes[];
  /** True if the term's own query is a void lookup for an IPv4 client; null if unknown. */
  readonly voidV4: boolean | null;
  /** True if the term's own query is a void lookup for an IPv6 client; null if unknown. */
  readonly voidV6: boolean | null;
  readonly reason: Reason | null;
  /** Number of names in the MX records of an mx term. */
  readonly exchanges: number;
  /** Keys of the queries for the term. */
  readonly queries: readonly string[];
};

const COUNTED: readonly string[] = ["include", "a", "mx", "ptr", "exists"];

/** Returns for each term whether receivers ignore it, and whether it counts as a lookup. */
export function ignoredAndCounted(terms: readonly Term[]): readonly Pick<SpfTerm, "ignored" | "counts">[] {
  const all = terms.findIndex((term) => isMechanism(term, "all"));
  return terms.map((term, i) => {
    const behind = term.kind === "mechanism" && all !== -1 && i > all;
    const ignored = behind ? "after_all" : isRedirect(term) && all !== -1 ? "beside_all" : null;
    const asks = isRedirect(term) || (term.kind === "mechanism" && COUNTED.includes(term.name));
    return { ignored, counts: asks && ignored === null };
  });
}

/** Returns true if a term is the mechanism with the given name. */
export function isMechanism(term: Term, name: string): term is Mechanism {
  return term.kind === "mechanism" && term.name === name;
}

/** Returns true if a term is the modifier redirect. */
export function isRedirect(term: Term): boolean {
  return term.kind === "modifier" && term.name === "redirect";
}

/** Returns a text that is equal for equal terms. */
export function termKey({ text }: Term): string {
  return text.toLowerCase().replace(/^\+/, "");
}

/**
 * Returns true if no address of an ip4 or ip6 term is public, because all of them are in the same special-purpose
 * block.
 */
export function isNotPublic(term: Term): boolean {
  if (term.kind !== "mechanism" || term.ip === null) return false;
  return isNotPublicNetwork(term.ip, term);
}

/** Returns true if no address of a network is public. @param term the term with the prefix lengths. */
export function isNotPublicNetwork(ip: IpBytes, { bits4, bits6 }: Mechanism): boolean {
  const bits = ip.length === 4 ? bits4 : bits6;
  const ends = endsOf(ip, bits).map(scopeOf);
  return ends.every(({ scope, name }) => scope !== "public" && name === ends[0]?.name) && bits >= BLOCK_BITS;
}

/** Prefix length of the widest special-purpose block that a term can be in: fc00::/7. */
const BLOCK_BITS = 7;

/** Returns the first and the last address of a network. */
function endsOf(ip: IpBytes, bits: number): readonly [IpBytes, IpBytes] {
  const host = (i: number) => 0xff >> Math.min(8, Math.max(0, bits - 8 * i));
  return [ip.map((byte, i) => byte & ~host(i) & 0xff), ip.map((byte, i) => byte | host(i))];
}

/** Yields every term of the tree that receivers evaluate, with its record, in the order of evaluation. */
export function* evaluatedTerms(
  node: SpfNode,
): Generator<{ readonly term: SpfTerm; readonly node: SpfNode }> {
  for (const term of termsInOrder(node)) {
    yield { term, node };
    if (term.child !== null) yield* evaluatedTerms(term.child);
  }
}

/** Returns the terms of one record that receivers evaluate, with a redirect as the last term (RFC 7208 6.1). */
export function termsInOrder({ terms }: SpfNode): readonly SpfTerm[] {
  const live = terms.filter(({ ignored }) => ignored === null);
  return [...live.filter(({ term }) => !isRedirect(term)), ...live.filter(({ term }) => isRedirect(term))];
}

/** Returns the keys of the queries for a term: for the record that it refers to, or for its hosts. */
export function queriesOf({ child, hosts }: SpfTerm): readonly string[] {
  return child === null ? (hosts?.queries ?? []) : [dnsKey(child.domain, "TXT")];
}

/**
 * Returns a term in the form that findings use: with the domain of its record, unless it is in the domain's own
 * record.
 */
export function placeOf(term: SpfTerm, node: SpfNode, root: SpfNode): string {
  return node === root ? term.term.text : `${term.term.text} in the record of ${node.domain}`;
}
