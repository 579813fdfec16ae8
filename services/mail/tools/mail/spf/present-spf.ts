import { printable } from "@dnstools/core/harmless";
import { recordsOf, textsOf } from "@dnstools/core/mail/answers";
import { isSenderId } from "@dnstools/core/mail/spf/findings-spf";
import { isVoid, lookupsIn, lookupsOf } from "@dnstools/core/mail/spf/limits-spf";
import type { SpfTotals } from "@dnstools/core/mail/spf/totals-spf";
import { evaluatedTerms, isMechanism, type SpfNode, type SpfTerm } from "@dnstools/core/mail/spf/tree-spf";
import { formatIp } from "@dnstools/core/protocol/ip";
import type { SpfData } from "./data.ts";
import type { SpfContext } from "./recommend-spf.ts";

/** Maximum length of a record in the answer, in characters. */
export const RECORD_MAX = 4096;

/** Returns the terms with syntax errors in all records of a tree, for the answer. */
export function presentProblems(root: SpfNode): SpfData["problems"] {
  const nodes = [
    root,
    ...[...evaluatedTerms(root)].flatMap(({ term }) => (term.child === null ? [] : [term.child])),
  ];
  return nodes
    .flatMap(({ domain, record }) =>
      (record?.problems ?? []).map(({ at, term, message, section }) => ({
        domain: printable(domain),
        position: at + 1,
        term: printable(term, 100),
        message: printable(message),
        reference: `RFC 7208 ${section}`,
      })),
    )
    .slice(0, 40);
}

/** Maximum numbers in the answer: records of a tree, terms of a record, and addresses of a term. */
const NODES_MAX = 60;
const TERMS_MAX = 100;
const ADDRESSES_MAX = 32;

/** Returns the records of a tree, each with the term that leads to it, for the answer. */
export function presentTree(root: SpfNode): SpfData["tree"] {
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
      terms: node.terms.slice(0, TERMS_MAX).map(presentTerm),
    });
    for (const { term, child, ignored } of node.terms)
      if (child !== null && ignored === null) add(child, id, term.text);
  };
  if (root.status !== "none" && root.status !== "unknown") add(root, null, null);
  return nodes;
}

function presentTerm(one: SpfTerm): SpfData["tree"][number]["terms"][number] {
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

/** Returns how many addresses may send; null if there is no single record, or it has a syntax error. */
export function presentAddresses(root: SpfNode, totals: SpfTotals): SpfData["addresses"] {
  if (root.status !== "found" || root.record?.problems.length !== 0) return null;
  return {
    ipv4: String(totals.saysAll ? 1n << 32n : totals.ipv4),
    ipv6: String(totals.saysAll ? 1n << 128n : totals.ipv6),
    complete: totals.counted && totals.complete,
  };
}

/** Returns the records of type SPF (99) and the Sender ID records, which receivers no longer read. */
export function presentObsolete({ txt, type99 }: SpfContext): SpfData["obsolete"] {
  const show = (text: string) => printable(text, RECORD_MAX);
  const type99Texts = recordsOf(type99).map(({ data }) => data.text);
  return {
    type99: type99.outcome.kind === "unknown" ? null : type99Texts.slice(0, 10).map(show),
    senderId: textsOf(txt).filter(isSenderId).slice(0, 5).map(show),
  };
}
