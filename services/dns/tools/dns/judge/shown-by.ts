import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";
import type { DnsObservation } from "../observations.ts";

/** Maximum number of exchanges that one finding points to; many servers of a zone may show the same fault. */
const IDS_MAX = 8;

/** Conditions that select exchanges; an exchange must meet every given condition. */
export type Wanted = {
  /** Names in the question; the empty string is the root. */
  readonly names?: readonly string[];
  readonly types?: readonly string[];
  /** Addresses of the servers, or `resolver` for our resolver. */
  readonly at?: readonly string[];
  readonly rcode?: "NXDOMAIN" | "SERVFAIL";
  /** True to select only exchanges without a usable answer. */
  readonly failed?: boolean;
  readonly tcp?: boolean;
};

/**
 * Returns the ids of the exchanges that are evidence of a finding, at most 8.
 * @param choices conditions that are tried in order; the first with a matching exchange is used.
 */
export function shownBy({ evidence }: DnsObservation, ...choices: readonly Wanted[]): string[] {
  for (const wanted of choices) {
    const found = evidence.filter((one) => isWanted(one, wanted)).map(({ id }) => id);
    if (found.length > 0) return found.slice(0, IDS_MAX);
  }
  return [];
}

/** Returns the ids of the first few exchanges of each kind, without duplicates, at most 8 in total. */
export function shownByEach(observed: DnsObservation, kinds: readonly Wanted[]): string[] {
  const few = Math.max(1, Math.floor(IDS_MAX / Math.max(1, kinds.length)));
  const ids = kinds.flatMap((kind) => shownBy(observed, kind).slice(0, few));
  return [...new Set(ids)].slice(0, IDS_MAX);
}

function isWanted(one: Evidence, { names, types, at, rcode, failed, tcp }: Wanted): boolean {
  const { name, type } = questionOf(one);
  return (
    (names?.includes(name) ?? true) &&
    (types?.includes(type) ?? true) &&
    (at === undefined || at.includes(one.server) || at.includes(one.address)) &&
    (rcode === undefined || one.rcode === rcode) &&
    (failed !== true || one.rcode === null || one.reason !== null || one.rcode !== "NOERROR") &&
    (tcp !== true || one.question.endsWith("+tcp"))
  );
}

/** Selects the delegation: the parent's answer to the query for NS. */
export function ofDelegation({ delegation }: DnsObservation): Wanted {
  return { at: delegation?.server == null ? [] : [delegation.server.address], types: ["NS"] };
}

/** Selects the queries for the addresses of hosts. */
export function ofHosts(names: readonly string[]): Wanted {
  return { names, types: ["A", "AAAA"] };
}
