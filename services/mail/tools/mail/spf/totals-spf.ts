import type { Reason } from "@dnstools/core/tool/outcome";
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

/** The counts over a whole tree that the limits apply to, and the addresses that pass. */
export type SpfTotals = {
  readonly lookups: number;
  /** Whether every record of the tree is known and followed. */
  readonly complete: boolean;
  /** The eleventh term that takes a lookup; null where there are no more than ten. */
  readonly crossedAt: string | null;
  /** Void lookups of an IPv4 client, and of an IPv6 client: each asks for its own address family alone. */
  readonly voids: number;
  readonly voidsV6: number;
  /** Addresses that pass. */
  readonly ipv4: bigint;
  readonly ipv6: bigint;
  /** Whether the addresses of every term are known. */
  readonly counted: boolean;
  readonly tooManyExchanges: readonly { readonly place: string; readonly target: string | null }[];
  /** The first term whose lookup failed; null where none did. */
  readonly unknown: {
    readonly term: string;
    readonly reason: Reason;
    /** Keys of the queries that the term leads to. */
    readonly queries: readonly string[];
  } | null;
  /** Whether everybody may send: by +all, or by networks that are as wide. */
  readonly passesAll: boolean;
  /** Whether everybody may send by +all. */
  readonly saysAll: boolean;
  /** The +all that lets everybody send, and its record; null where there is none. */
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
    // A term beyond the limit that this API did not follow is no failure of name servers.
    unknown: reasons.find(({ reason }) => reason !== "budget" || counted.length <= LOOKUPS_MAX) ?? null,
    passesAll: saysAll || passing.ipv4 >= MOST_OF_IPV4 || passing.ipv6 >= MOST_OF_IPV6,
    saysAll,
  };
}

/** Whether records below a term were not looked up. */
function isCutOff({ term, child, needsMessage }: SpfTerm): boolean {
  if (child === null) return needsMessage && (isRedirect(term) || isMechanism(term, "include"));
  return child.status === "not_followed" || child.record?.whole === false;
}

/** Half of all addresses counts as all of them; of IPv6 a /3 is in use (RFC 4291 2.4). */
const MOST_OF_IPV4 = 1n << 31n;
const MOST_OF_IPV6 = 1n << 125n;
