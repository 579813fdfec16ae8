import { createRanges } from "@dnstools/core/protocol/spf/ranges";
import type { Mechanism } from "@dnstools/core/protocol/spf/record";
import type { Reason } from "@dnstools/core/tool/outcome";
import { isMechanism, isRedirect, type SpfNode, type SpfTerm } from "./lookup-spf.ts";

/** Terms that count (RFC 7208 4.6.4), and questions that may find nothing. */
export const LOOKUPS_MAX = 10;
export const VOIDS_MAX = 2;
/** Names of one mx. */
const EXCHANGES_MAX = 10;

/** What a whole tree comes to. */
export type SpfWeight = {
  readonly lookups: number;
  /** Whether all of it is known and followed. */
  readonly complete: boolean;
  readonly crossedAt: string | null;
  /** Of a client of IPv4, and of one of IPv6: each asks for its own family alone. */
  readonly voids: number;
  readonly voidsV6: number;
  readonly ipv4: bigint;
  readonly ipv6: bigint;
  /** Whether every term's addresses are known. */
  readonly counted: boolean;
  readonly tooManyExchanges: readonly string[];
  /** The first of its parts that could not be found out. */
  readonly unknown: { readonly term: string; readonly reason: Reason } | null;
  /** Whether everybody may send: by +all, or by networks as wide as that. */
  readonly passesAll: boolean;
  readonly saysAll: boolean;
  /** The +all that lets everybody send, and its record; null where there is none. */
  readonly allAt: string | null;
};

/** Counted terms of a term, itself and all below it. */
export function lookupsOf({ counts, child }: SpfTerm): number {
  return (counts ? 1 : 0) + (child === null ? 0 : lookupsIn(child));
}

export function lookupsIn({ terms }: SpfNode): number {
  return terms.reduce((sum, term) => sum + lookupsOf(term), 0);
}

/** Whether a term's lookup finds nothing, in neither family; null where that is unknown, or it has none. */
export function isVoid({ child, hosts }: SpfTerm): boolean | null {
  if (child !== null) return child.status === "unknown" || child.status === "pending" ? null : child.isVoid;
  if (hosts === null) return null;
  if (hosts.voidV4 === false || hosts.voidV6 === false) return false;
  return hosts.voidV4 === null || hosts.voidV6 === null ? null : true;
}

/** Where a term stands, to people: its record's name where that is not the domain's own. */
export function placeOf(term: SpfTerm, node: SpfNode, root: SpfNode): string {
  return node === root ? term.term.text : `${term.term.text} in the record of ${node.domain}`;
}

/** Every term that is evaluated, with its record, in the order of evaluation. */
export function* evaluated(node: SpfNode): Generator<{ readonly term: SpfTerm; readonly node: SpfNode }> {
  for (const term of inOrder(node)) {
    yield { term, node };
    if (term.child !== null) yield* evaluated(term.child);
  }
}

/** The terms of one record that are evaluated: a redirect is the last (RFC 7208 6.1). */
function inOrder({ terms }: SpfNode): readonly SpfTerm[] {
  const live = terms.filter(({ ignored }) => ignored === null);
  return [...live.filter(({ term }) => !isRedirect(term)), ...live.filter(({ term }) => isRedirect(term))];
}

export function weigh(root: SpfNode): SpfWeight {
  const all = [...evaluated(root)];
  const counted = all.filter(({ term }) => term.counts);
  const crossed = counted[LOOKUPS_MAX];
  const reasons = all.flatMap(({ term, node }) => {
    const reason = term.child?.reason ?? term.hosts?.reason ?? null;
    return reason === null ? [] : [{ term: placeOf(term, node, root), reason }];
  });
  const { all: saysAll, ...passing } = passingOf(root);
  return {
    lookups: counted.length,
    complete: reasons.length === 0 && root.record?.whole !== false && !all.some(({ term }) => isCutOff(term)),
    crossedAt: crossed === undefined ? null : placeOf(crossed.term, crossed.node, root),
    voids: all.filter(({ term }) => term.child?.isVoid || term.hosts?.voidV4).length,
    voidsV6: all.filter(({ term }) => term.child?.isVoid || term.hosts?.voidV6).length,
    ...passing,
    tooManyExchanges: all
      .filter(({ term }) => (term.hosts?.exchanges ?? 0) > EXCHANGES_MAX)
      .map(({ term, node }) => placeOf(term, node, root)),
    // What we did not follow since the limit is passed before it is no fault of name servers.
    unknown: reasons.find(({ reason }) => reason !== "budget" || counted.length <= LOOKUPS_MAX) ?? null,
    passesAll: saysAll || passing.ipv4 >= MOST_OF_IPV4 || passing.ipv6 >= MOST_OF_IPV6,
    saysAll,
  };
}

/** Whether more is below a term than was looked at. */
function isCutOff({ term, child, needsMessage }: SpfTerm): boolean {
  if (child === null) return needsMessage && (isRedirect(term) || isMechanism(term, "include"));
  return child.status === "not_followed" || child.record?.whole === false;
}

/** Half of all addresses is as good as all; of IPv6 a /3 is in use (RFC 4291 2.4). */
const MOST_OF_IPV4 = 1n << 31n;
const MOST_OF_IPV6 = 1n << 125n;

/** Senders that pass, as far as receivers evaluate a tree. */
type Passing = {
  readonly ipv4: bigint;
  readonly ipv6: bigint;
  /** Whether every term's addresses are known. */
  readonly counted: boolean;
  /** Whether +all is reached, in the domain's own record or in one that it includes with +. */
  readonly all: boolean;
  readonly allAt: string | null;
};

/** How the evaluation of a record ends for a client that no address of it matches. */
type End = "pass" | "no_pass" | "permerror";

/**
 * Evaluates a tree until `all` or a permerror ends it (RFC 7208 4.6, 4.6.4, 5.2): what stands behind lets no client pass.
 * What was taken out before is not taken off.
 */
function passingOf(root: SpfNode): Passing {
  const [v4, v6] = [createRanges(), createRanges()];
  let counted = true;
  let lookups = 0;
  let lastAll: string | null = null;

  /** @param passes whether a match in this record makes the client pass in the end. */
  function visit(node: SpfNode, passes: boolean): End {
    if (["unknown", "pending", "not_followed"].includes(node.status)) counted = false;
    if (node.status === "unknown" || node.status === "pending") return "no_pass";
    if (node.status !== "found" || (node.record?.problems.length ?? 0) > 0) return "permerror";
    for (const one of inOrder(node)) {
      const end = visitTerm(one, node, passes);
      if (end !== null) return end;
    }
    return "no_pass";
  }

  /** @returns null where the evaluation goes on with the next term. */
  function visitTerm(one: SpfTerm, node: SpfNode, passes: boolean): End | null {
    const { term, counts, child, hosts, needsMessage } = one;
    if (counts) lookups += 1;
    if (lookups > LOOKUPS_MAX || (hosts?.exchanges ?? 0) > EXCHANGES_MAX) return "permerror";
    if (term.kind === "modifier") {
      if (isRedirect(term) && needsMessage) counted = false;
      return child === null ? null : visit(child, passes);
    }
    const match = term.qualifier === "+" ? "pass" : "no_pass";
    if (isMechanism(term, "all")) {
      if (match === "pass") lastAll = placeOf(one, node, root);
      return match;
    }
    const adds = passes && match === "pass";
    if (adds) add(term, hosts, needsMessage);
    const end = child === null ? "no_pass" : visit(child, adds);
    // An include matches where the record that it names passes (RFC 7208 5.2).
    return end === "pass" ? match : end === "permerror" ? end : null;
  }

  function add(term: Mechanism, hosts: SpfTerm["hosts"], needsMessage: boolean): void {
    if (needsMessage || term.name === "ptr" || term.name === "exists" || hosts?.reason) counted = false;
    if (term.ip !== null && term.name === "ip4") v4.add(term.ip, term.bits4);
    if (term.ip !== null && term.name === "ip6") v6.add(term.ip, term.bits6);
    for (const ip of hosts?.v4 ?? []) v4.add(ip, term.bits4);
    for (const ip of hosts?.v6 ?? []) v6.add(ip, term.bits6);
  }

  const all = visit(root, true) === "pass";
  return { ipv4: v4.count(), ipv6: v6.count(), counted, all, allAt: all ? lastAll : null };
}

const RESULTS = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const;
export type SpfResult = (typeof RESULTS)[keyof typeof RESULTS];

/** What senders get whom no term names (RFC 7208 4.7, 5.1, 6.1); null where that is unknown. */
export function resultOfRest(node: SpfNode): SpfResult | null {
  if (node.status !== "found") return null;
  for (const { term, ignored } of node.terms)
    if (ignored === null && isMechanism(term, "all")) return RESULTS[term.qualifier];
  const redirect = node.terms.find(({ term }) => isRedirect(term));
  if (redirect === undefined) return node.record?.whole ? "neutral" : null;
  return redirect.child === null ? null : resultOfRest(redirect.child);
}

/** Whether a record is permerror by itself or by what it includes (RFC 7208 4.6, 5.2, 6.1). */
export function isPermerror(node: SpfNode): boolean {
  if (node.status === "several" || node.status === "loop") return true;
  if ((node.record?.problems.length ?? 0) > 0) return true;
  return node.terms.some(
    ({ ignored, child }) =>
      ignored === null && child !== null && (child.status === "none" || isPermerror(child)),
  );
}
