import { join, outside } from "@dnstools/core/report/blocks";
import type { Branch, Outside, Status, Text } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { count, lookupsText } from "./status.ts";

type Spf = MailData["spf"];
type Node = Spf["tree"][number];
type Term = Node["terms"][number];

/** Status and text in the report for each status of a record other than `found` and `unknown`. */
const NODES: Readonly<Record<Exclude<Node["status"], "found" | "unknown">, readonly [Status, string]>> = {
  none: ["fail", "no SPF record at this name"],
  several: ["fail", "several SPF records at this name"],
  invalid: ["fail", "the SPF record at this name cannot be parsed"],
  loop: ["fail", "leads back to a record above"],
  not_followed: ["none", "not followed, beyond the limit"],
};

const IGNORED = {
  after_all: "ignored: it comes after all",
  beside_all: "ignored: the record has all",
} as const;

/**
 * Returns the tree of the domain's SPF record with all terms below it that cost lookups or are wrong; empty if there
 * are none. Terms such as ip4, which cost no lookup, are left out.
 */
export function spfBranches(spf: Spf): readonly Branch[] {
  const [root] = spf.tree;
  if (root === undefined) return [];
  // Each node is shown only once; otherwise, nodes that name each other as parents would cause an endless loop.
  const left = new Set(spf.tree.slice(1));
  const children = childrenOf(root, spf, left);
  // Without included records and faults, the tree would show nothing that the record itself does not show.
  if (children.every(({ status, children: below }) => status === "none" && below.length === 0)) return [];
  const status = spf.lookups.crossedAt === null ? "none" : "fail";
  return [{ text: join([outside(root.domain), " · ", lookupsText(spf.lookups)]), status, children }];
}

function childrenOf(node: Node, spf: Spf, left: Set<Node>): readonly Branch[] {
  const takeChild = ({ term }: Term) => {
    const child = [...left].find(({ parent, via }) => parent === node.id && via === term) ?? null;
    if (child !== null) left.delete(child);
    return child;
  };
  const terms = node.terms.flatMap((term): readonly Branch[] => {
    const child = term.ignored === null ? takeChild(term) : null;
    const { status, notes } = stateOf(term, node, child, spf);
    if (term.lookups === 0 && status === "none") return [];
    const cost = term.lookups === 0 ? [] : [count(term.lookups, "lookup")];
    return [
      {
        text: join([termText(term.term), ...[...cost, ...notes].map((note) => join([" · ", note]))]),
        status,
        cost: term.lookups,
        children: child === null ? [] : childrenOf(child, spf, left),
      },
    ];
  });
  const problems = spf.problems
    .filter(({ domain }) => domain === node.domain)
    .map(({ term, message }): Branch => {
      return { text: join([termText(term), " · ", outside(message)]), status: "fail", children: [] };
    });
  return [...problems, ...terms];
}

/** Returns the status of a term, and notes about it. */
function stateOf(
  term: Term,
  node: Node,
  child: Node | null,
  { lookups }: Spf,
): { readonly status: Status; readonly notes: readonly Text[] } {
  const place = node.parent === null ? term.term : `${term.term} in the record of ${node.domain}`;
  if (place === lookups.crossedAt)
    return { status: "fail", notes: [`exceeds the limit of ${lookups.limit}`] };
  if (child !== null && child.status !== "found" && child.status !== "unknown") {
    const [status, note] = NODES[child.status];
    return { status, notes: [note] };
  }
  if (term.reason !== null) {
    // A term beyond the limit is not looked up, which is not a fault of its name servers.
    const status = term.reason === "budget" && lookups.crossedAt !== null ? "none" : "unknown";
    return { status, notes: [join(["could not be determined (", outside(term.reason), ")"])] };
  }
  if (term.ignored !== null) return { status: "warning", notes: [IGNORED[term.ignored]] };
  if (term.isVoid === true) return { status: "warning", notes: ["finds no record"] };
  return { status: "none", notes: term.needsMessage ? ["depends on the message"] : [] };
}

/** Maximum length of a term in the report, in characters; the record shows the full term. */
const TERM_MAX = 100;

function termText(term: string): Outside {
  return outside(term.length > TERM_MAX ? `${term.slice(0, TERM_MAX)}...` : term);
}
