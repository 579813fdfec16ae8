import type { Facet, FacetVerdict } from "@dnstools/core/net-event";
import type { Evidence } from "@dnstools/core/tool/evidence";

/** The result of the trials of one facet. */
export type FacetResult = {
  readonly verdict: FacetVerdict;
  /** The exchange that shows the verdict; null if the verdict follows from other facets. */
  readonly evidence: Omit<Evidence, "id"> | null;
  /** For `partly`: the address family over which nothing gets through. */
  readonly family?: "ipv4" | "ipv6";
  /** For `inspected`: the name of the inspecting issuer. */
  readonly issuer?: string;
  /** For the clock: the milliseconds to add to this host's clock to get the true time. */
  readonly offsetMs?: number;
};

/** The results by facet. A facet without a result is unknown. */
export type HostState = ReadonlyMap<Facet, FacetResult>;

/**
 * Merges the results of two rounds of trials into what was known before: a verdict changes only if both rounds agree.
 * Without an earlier verdict, rounds that disagree leave a facet unknown.
 */
export function agreed(before: HostState, first: HostState, second: HostState): HostState {
  const merged = new Map(before);
  // A clock that can no longer be compared may have been set since.
  if (!first.has("clock") && !second.has("clock")) merged.delete("clock");
  for (const [facet, result] of second)
    if (first.get(facet)?.verdict === result.verdict) merged.set(facet, result);
  return merged;
}

/** Returns true if a round of trials only confirms what is known, or adds facets that are in order. */
export function confirms(known: HostState, round: HostState): boolean {
  if (round.size === 0 || (known.has("clock") && !round.has("clock"))) return false;
  return [...round].every(([facet, { verdict }]) => verdict === (known.get(facet)?.verdict ?? "ok"));
}
