import type { Reason } from "../../tool/outcome.ts";
import { EXCHANGES_MAX, LOOKUPS_MAX } from "./limits-spf.ts";
import { passingSenders } from "./senders-spf.ts";
import {
  evaluatedTerms,
  isMechanism,
  isRedirect,
  placeOf,
  queriesOf,
  type SpfNode,
  type SpfTerm,
} from "./tree-spf.ts";

/** Totals over a whole SPF tree: lookups, which RFC 7208 limits, and addresses that pass. */
export type SpfTotals = {
  readonly lookups: number;
  /** True if every record of the tree is known and was followed. */
  readonly complete: boolean;
  /** The eleventh term that needs a lookup; null if there are no more than ten. */
  readonly crossedAt: string | null;
  /** Number of void lookups for an IPv4 client: receivers query only the client's address family. */
  readonly voids: number;
  /** Number of void lookups for an IPv6 client. */
  readonly voidsV6: number;
  /** Number of IPv4 addresses that pass. */
  readonly ipv4: bigint;
  /** Number of IPv6 addresses that pass. */
  readonly ipv6: bigint;
  /** True if the addresses of every term are known. */
  readonly counted: boolean;
  /** The mx terms with too many mail servers. */
  readonly tooManyExchanges: readonly { readonly place: string; readonly target: string | null }[];
  /** The first term whose lookup failed; null if none failed. */
  readonly unknown: {
    readonly term: string;
    readonly reason: Reason;
    /** Keys of the queries for the term. */
    readonly queries: readonly string[];
  } | null;
  /** True if every host may send, because of +all or of networks that cover most addresses. */
  readonly passesAll: boolean;
  /** True if every host may send because of +all. */
  readonly saysAll: boolean;
  /** The +all that lets every host send, and the domain of its record; null if there is none. */
  readonly allAt: { readonly place: string; readonly domain: string } | null;
};

/** Counts the lookups, void lookups and passing addresses of a whole tree. */
export function totalsOf(root: SpfNode): SpfTotals {
  const all = [...evaluatedTerms(root)];
  const counted = all.filter(({ term }) => term.counts);
  const crossed = counted[LOOKUPS_MAX];
  const reasons = all.flatMap(({ term, node }) => {
    const reason = term.child?.reason ?? term.hosts?.reason ?? null;
    return reason === null ? [] : [{ term: placeOf(term, node, root), reason, queries: queriesOf(term) }];
  });
  const { all: saysAll, ...passing } = passingSenders(root);
  return {
    lookups: counted.length,
    complete: reasons.length === 0 && root.record?.whole !== false && !all.some(({ term }) => isCutOff(term)),
    crossedAt: crossed === undefined ? null : placeOf(crossed.term, crossed.node, root),
    voids: all.filter(({ term }) => term.child?.isVoid || term.hosts?.voidV4).length,
    voidsV6: all.filter(({ term }) => term.child?.isVoid || term.hosts?.voidV6).length,
    ...passing,
    tooManyExchanges: all
      .filter(({ term }) => (term.hosts?.exchanges ?? 0) > EXCHANGES_MAX)
      .map(({ term, node }) => ({ place: placeOf(term, node, root), target: term.target })),
    // A term beyond the limit that this API did not follow is not a failed lookup.
    unknown: reasons.find(({ reason }) => reason !== "budget" || counted.length <= LOOKUPS_MAX) ?? null,
    passesAll: saysAll || passing.ipv4 >= MOST_OF_IPV4 || passing.ipv6 >= MOST_OF_IPV6,
    saysAll,
  };
}

/** Returns true if records below a term were not looked up. */
function isCutOff({ term, child, needsMessage }: SpfTerm): boolean {
  if (child === null) return needsMessage && (isRedirect(term) || isMechanism(term, "include"));
  return child.status === "not_followed" || child.record?.whole === false;
}

/**
 * Numbers of addresses that count as all addresses: half of those in use. All IPv4 addresses are in use, but only a /3
 * of IPv6 (RFC 4291 2.4).
 */
const MOST_OF_IPV4 = 1n << 31n;
const MOST_OF_IPV6 = 1n << 125n;
