import { createRanges } from "../../protocol/spf/ranges.ts";
import type { Mechanism } from "../../protocol/spf/record.ts";
import { EXCHANGES_MAX, LOOKUPS_MAX } from "./limits-spf.ts";
import { isMechanism, isRedirect, placeOf, type SpfNode, type SpfTerm, termsInOrder } from "./tree-spf.ts";

/** The senders that pass when receivers evaluate a tree: the numbers of addresses, and whether every host passes. */
type PassingSenders = {
  readonly ipv4: bigint;
  readonly ipv6: bigint;
  /** True if the addresses of every term are known. */
  readonly counted: boolean;
  /** True if receivers reach +all, in the domain's own record or in a record that it includes with +. */
  readonly all: boolean;
  /** The +all that receivers reach, and the domain of its record; null if there is none. */
  readonly allAt: { readonly place: string; readonly domain: string } | null;
};

/** How the evaluation of a record ends for a client that no address of the record matches. */
type EvaluationEnd = "pass" | "no_pass" | "permerror";

/**
 * Counts the senders that pass. The evaluation ends at `all` or at a permerror (RFC 7208 4.6, 4.6.4, 5.2), so later
 * terms do not count. Networks that an earlier term with `-` excludes are still counted.
 */
export function passingSenders(root: SpfNode): PassingSenders {
  const [v4, v6] = [createRanges(), createRanges()];
  let counted = true;
  let lookups = 0;
  let lastAll: PassingSenders["allAt"] = null;

  /** Evaluates one record. @param passes true if a match in this record lets the client pass in the end. */
  function visit(node: SpfNode, passes: boolean): EvaluationEnd {
    if (["unknown", "pending", "not_followed"].includes(node.status)) counted = false;
    if (node.status === "unknown" || node.status === "pending") return "no_pass";
    if (node.status !== "found" || (node.record?.problems.length ?? 0) > 0) return "permerror";
    for (const one of termsInOrder(node)) {
      const end = visitTerm(one, node, passes);
      if (end !== null) return end;
    }
    return "no_pass";
  }

  /** Evaluates one term. @returns null if the evaluation continues with the next term. */
  function visitTerm(one: SpfTerm, node: SpfNode, passes: boolean): EvaluationEnd | null {
    const { term, counts, child, hosts, needsMessage } = one;
    if (counts) lookups += 1;
    if (lookups > LOOKUPS_MAX || (hosts?.exchanges ?? 0) > EXCHANGES_MAX) return "permerror";
    if (term.kind === "modifier") {
      if (isRedirect(term) && needsMessage) counted = false;
      return child === null ? null : visit(child, passes);
    }
    const match = term.qualifier === "+" ? "pass" : "no_pass";
    if (isMechanism(term, "all")) {
      if (match === "pass") lastAll = { place: placeOf(one, node, root), domain: node.domain };
      return match;
    }
    const adds = passes && match === "pass";
    if (adds) add(term, hosts, needsMessage);
    const end = child === null ? "no_pass" : visit(child, adds);
    // An include matches if the included record results in pass (RFC 7208 5.2).
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
/** The result of an SPF check. */
export type SpfResult = (typeof RESULTS)[keyof typeof RESULTS];

/** Returns the result for senders that match no term before `all` (RFC 7208 4.7, 5.1, 6.1); null if unknown. */
export function defaultResult(node: SpfNode): SpfResult | null {
  if (node.status !== "found") return null;
  for (const { term, ignored } of node.terms)
    if (ignored === null && isMechanism(term, "all")) return RESULTS[term.qualifier];
  const redirect = node.terms.find(({ term }) => isRedirect(term));
  if (redirect === undefined) return node.record?.whole ? "neutral" : null;
  return redirect.child === null ? null : defaultResult(redirect.child);
}
