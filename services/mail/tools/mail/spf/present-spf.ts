import { printable } from "@dnstools/core/printable";
import { formatIp } from "@dnstools/core/protocol/ip";
import type { SpfData } from "./data.ts";
import { isMechanism, type SpfNode, type SpfTerm } from "./lookup-spf.ts";
import { evaluated, isVoid, lookupsIn, lookupsOf } from "./limits-spf.ts";

/** A record is shown so far. */
export const RECORD_MAX = 4096;

/** Terms that cannot be read, in all records of a tree. */
export function problemsIn(root: SpfNode): SpfData["problems"] {
  const nodes = [
    root,
    ...[...evaluated(root)].flatMap(({ term }) => (term.child === null ? [] : [term.child])),
  ];
  return nodes
    .flatMap(({ domain, record }) =>
      (record?.problems ?? []).map(({ at, term, message, section }) => ({
        domain: printable(domain),
        position: at + 1,
        term: printable(term, 100),
        message,
        reference: `RFC 7208 ${section}`,
      })),
    )
    .slice(0, 40);
}

/** Records of a tree that are shown, terms of each, and addresses of a term. */
const NODES_MAX = 60;
const TERMS_MAX = 100;
const ADDRESSES_MAX = 32;

/** The records of a tree, each with the term that leads to it. */
export function treeOf(root: SpfNode): SpfData["tree"] {
  const nodes: SpfData["tree"] = [];
  const add = (node: SpfNode, parent: number | null, via: string | null) => {
    if (nodes.length >= NODES_MAX || node.status === "pending") return;
    const id = nodes.length;
    const wrong = (node.record?.problems.length ?? 0) > 0;
    nodes.push({
      id,
      parent,
      via: via === null ? null : printable(via, 300),
      domain: printable(node.domain, 300),
      status: wrong ? "invalid" : (node.status as Exclude<SpfNode["status"], "pending">),
      reason: node.reason,
      record: node.texts[0] === undefined ? null : printable(node.texts[0], RECORD_MAX),
      lookups: lookupsIn(node),
      terms: node.terms.slice(0, TERMS_MAX).map(termOf),
    });
    for (const { term, child, ignored } of node.terms)
      if (child !== null && ignored === null) add(child, id, term.text);
  };
  if (root.status !== "none" && root.status !== "unknown") add(root, null, null);
  return nodes;
}

function termOf(one: SpfTerm): SpfData["tree"][number]["terms"][number] {
  const { term, ignored, target, needsMessage, child, hosts } = one;
  const addresses = hosts === null ? null : [...hosts.v4, ...hosts.v6].map(formatIp).slice(0, ADDRESSES_MAX);
  return {
    term: printable(term.text, 300),
    position: term.at + 1,
    ignored,
    lookups: lookupsOf(one),
    target: target === null ? null : printable(target, 300),
    needsMessage,
    isVoid: isVoid(one),
    addresses: isMechanism(term, "exists") ? null : addresses,
    reason: hosts?.reason ?? child?.reason ?? null,
  };
}
