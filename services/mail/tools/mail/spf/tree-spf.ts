import type { IpBytes } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Mechanism, SpfRecord, Term } from "@dnstools/core/protocol/spf/record";
import type { Reason } from "@dnstools/core/tool/outcome";
import { dnsKey } from "../answers.ts";

/** A record and all records that its terms lead to. */
export type SpfNode = {
  readonly domain: string;
  /** `not_followed`: far beyond the limits; `loop`: a record above this one is of the same domain. */
  readonly status: "found" | "none" | "several" | "unknown" | "pending" | "loop" | "not_followed";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
  readonly record: SpfRecord | null;
  /** All terms in their order, with those that receivers ignore. */
  readonly terms: readonly SpfTerm[];
  /** Whether the TXT query gave no record: a void lookup (RFC 7208 4.6.4). */
  readonly isVoid: boolean;
};

export type SpfTerm = {
  readonly term: Term;
  /** Why receivers ignore it: it stands after `all`, or is a redirect in a record with `all` (RFC 7208 5.1, 6.1). */
  readonly ignored: "after_all" | "beside_all" | null;
  /** Whether it counts towards the limit of ten lookups (RFC 7208 4.6.4). */
  readonly counts: boolean;
  /** The name that receivers ask for; null where the term has none, or where its macros need a message. */
  readonly target: string | null;
  /** Whether the macros of its name need a message. */
  readonly needsMessage: boolean;
  readonly child: SpfNode | null;
  /** Of a, mx and exists; null for other terms. */
  readonly hosts: SpfHosts | null;
};

/** The addresses that a, mx and exists lead to. */
export type SpfHosts = {
  readonly v4: readonly IpBytes[];
  readonly v6: readonly IpBytes[];
  /** Whether the term's own query is a void lookup, for IPv4 and IPv6 clients; null where that is unknown. */
  readonly voidV4: boolean | null;
  readonly voidV6: boolean | null;
  readonly reason: Reason | null;
  /** Names in the MX records of an mx term. */
  readonly exchanges: number;
  /** Keys of the queries for them. */
  readonly queries: readonly string[];
};

const COUNTED: readonly string[] = ["include", "a", "mx", "ptr", "exists"];

/** For each term, whether receivers evaluate and count it. A mechanism's name with `=` after it is a modifier. */
export function ignoredAndCounted(terms: readonly Term[]): readonly Pick<SpfTerm, "ignored" | "counts">[] {
  const all = terms.findIndex((term) => isMechanism(term, "all"));
  return terms.map((term, i) => {
    const behind = term.kind === "mechanism" && all !== -1 && i > all;
    const ignored = behind ? "after_all" : isRedirect(term) && all !== -1 ? "beside_all" : null;
    const asks = isRedirect(term) || (term.kind === "mechanism" && COUNTED.includes(term.name));
    return { ignored, counts: asks && ignored === null };
  });
}

export function isMechanism(term: Term, name: string): term is Mechanism {
  return term.kind === "mechanism" && term.name === name;
}

export function isRedirect(term: Term): boolean {
  return term.kind === "modifier" && term.name === "redirect";
}

/** The text by which two terms are the same. */
export function termKey({ text }: Term): string {
  return text.toLowerCase().replace(/^\+/, "");
}

/** Whether all addresses of an ip4 or ip6 term lie in one block that is not public. */
export function isNotPublic(term: Term): boolean {
  if (term.kind !== "mechanism" || term.ip === null) return false;
  const bits = term.name === "ip4" ? term.bits4 : term.bits6;
  const ends = endsOf(term.ip, bits).map(scopeOf);
  return ends.every(({ scope, name }) => scope !== "public" && name === ends[0]?.name) && bits >= BLOCK_BITS;
}

/** The prefix length of the widest block of special use that a term may name: fc00::/7. */
const BLOCK_BITS = 7;

/** The first and the last address of a network. */
function endsOf(ip: IpBytes, bits: number): readonly [IpBytes, IpBytes] {
  const host = (i: number) => 0xff >> Math.min(8, Math.max(0, bits - 8 * i));
  return [ip.map((byte, i) => byte & ~host(i) & 0xff), ip.map((byte, i) => byte | host(i))];
}

/** Every term of the tree that receivers evaluate, with its record, in the order of evaluation. */
export function* evaluatedTerms(
  node: SpfNode,
): Generator<{ readonly term: SpfTerm; readonly node: SpfNode }> {
  for (const term of termsInOrder(node)) {
    yield { term, node };
    if (term.child !== null) yield* evaluatedTerms(term.child);
  }
}

/** The terms of one record that receivers evaluate: a redirect is the last (RFC 7208 6.1). */
export function termsInOrder({ terms }: SpfNode): readonly SpfTerm[] {
  const live = terms.filter(({ ignored }) => ignored === null);
  return [...live.filter(({ term }) => !isRedirect(term)), ...live.filter(({ term }) => isRedirect(term))];
}

/** Keys of the queries that a term leads to: of the record that it names, or of the hosts. */
export function queriesOf({ child, hosts }: SpfTerm): readonly string[] {
  return child === null ? (hosts?.queries ?? []) : [dnsKey(child.domain, "TXT")];
}

/** A term as findings name it: with its record's name, unless that is the domain's own. */
export function placeOf(term: SpfTerm, node: SpfNode, root: SpfNode): string {
  return node === root ? term.term.text : `${term.term.text} in the record of ${node.domain}`;
}
