import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";
import type { DnsObservation } from "../observations.ts";

/** Exchanges that one finding points to, at most: a zone may have many servers, all of which show the same. */
const IDS_MAX = 8;

/** Which exchanges: all that are given must be so. */
export type Wanted = {
  /** Names asked about; empty for the root. */
  readonly names?: readonly string[];
  readonly types?: readonly string[];
  /** Addresses of the servers, or `resolver`. */
  readonly at?: readonly string[];
  readonly rcode?: "NXDOMAIN" | "SERVFAIL";
  /** Only exchanges that gave no usable answer. */
  readonly failed?: boolean;
  readonly tcp?: boolean;
};

/**
 * Ids of the exchanges that show a finding, at most 8.
 * @param choices which exchanges: the first choice that there are any of.
 */
export function shownBy({ evidence }: DnsObservation, ...choices: readonly Wanted[]): string[] {
  for (const wanted of choices) {
    const found = evidence.filter((one) => isWanted(one, wanted)).map(({ id }) => id);
    if (found.length > 0) return found.slice(0, IDS_MAX);
  }
  return [];
}

/** Ids of several kinds of exchanges, each once: the first few of each kind. */
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

/** The parent's delegation: what its server answered to the question for NS. */
export function ofDelegation({ delegation }: DnsObservation): Wanted {
  return { at: delegation?.server == null ? [] : [delegation.server.address], types: ["NS"] };
}

/** The questions for the addresses of hosts. */
export function ofHosts(names: readonly string[]): Wanted {
  return { names, types: ["A", "AAAA"] };
}
