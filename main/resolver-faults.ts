import { RESOLVER_FAULTS } from "@dnstools/core/net-event";
import type { ResolverState } from "@dnstools/net";

/** A trouble with our own resolvers, and what the operator can do. Sentences. */
type ResolverTrouble = { readonly says: string; readonly remedy: string };

/** No resolver is known. */
export const NO_RESOLVER: ResolverTrouble = {
  says: "No resolver is known: neither DNS_RESOLVERS nor /etc/resolv.conf names a resolver that has an address.",
  remedy: "Set DNS_RESOLVERS to resolvers that this host can reach.",
};

/** What is wrong with a resolver that has no fault. Each text completes a sentence that begins with "the resolver". */
const SILENCES = { silent: "does not answer", incomplete: "answers only some queries" } as const;

/** Returns the trouble that a resolver does not answer over TCP. */
export function noTcp(resolver: string): ResolverTrouble {
  return {
    says: `The resolver ${resolver} does not answer over TCP, so long answers stay unknown.`,
    remedy: "Let the resolver answer over TCP too (RFC 7766 5), or set DNS_RESOLVERS to one that does.",
  };
}

/**
 * Returns the trouble with one of our own resolvers.
 * @param usable true if at least one of our resolvers is usable
 */
export function resolverFault(
  resolver: string,
  verdict: Exclude<ResolverState["verdict"], "ok" | null>,
  usable: boolean,
): ResolverTrouble {
  const effect = usable ? "Other resolvers are used instead." : "Calls that need a resolver get status 503.";
  if (verdict === "silent" || verdict === "incomplete")
    return {
      says: `The resolver ${resolver} ${SILENCES[verdict]}. ${effect}`,
      remedy: "Check this host's network, or set DNS_RESOLVERS to resolvers that it can reach.",
    };
  return {
    says: `The resolver ${resolver} ${RESOLVER_FAULTS[verdict]}, so it is not used. ${effect}`,
    remedy: "Set DNS_RESOLVERS to resolvers that can resolve all names on the Internet.",
  };
}
