import type { OnEvent } from "@dnstools/core/net-event";
import { type Cidr, contains, type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { scopeOf, withInner } from "@dnstools/core/protocol/special-purpose";

/** The reason why an address must not be contacted. */
type Refusal = { readonly reason: "not_allowed" | "egress_denied" };

/**
 * The check that every connection or datagram to a user-influenced destination must pass. The check takes the literal
 * address after name resolution, immediately before it is contacted, so that a second lookup cannot substitute another
 * address.
 */
export type EgressGuard = {
  /**
   * Returns the reason why an address must not be contacted; null if it may be contacted.
   * @param name the host name that resolved to the address, if there was one.
   */
  readonly refusal: (address: string, name?: string | null) => Refusal | null;
};

/** The operator's rules for destinations of outgoing traffic. */
export type EgressRules = {
  /** Address blocks that may be contacted although they are not public. */
  readonly allow: readonly Cidr[];
  /** Address blocks that must not be contacted; they take precedence over `allow`. */
  readonly deny: readonly Cidr[];
  /** Domains, including their subdomains, whose servers must not be contacted. */
  readonly denyNames?: readonly string[];
};

/** Maximum number of permitted addresses that the guard remembers. */
const PERMITTED_MAX = 1000;

/** Creates the egress guard. Every refusal is reported to `onEvent`. */
export function createGuard(rules: EgressRules, onEvent: OnEvent): EgressGuard {
  const inAny = (blocks: readonly Cidr[], ips: readonly IpBytes[]) =>
    ips.some((ip) => blocks.some((block) => contains(block, ip)));
  // The rules never change, so a permitted address stays permitted. A call sends hundreds of queries to few servers, and
  // comparing an address with all blocks costs a twentieth of a query.
  const permitted = new Set<string>();
  return {
    refusal(address, name) {
      if (typeof name === "string" && rules.denyNames?.some((denied) => isWithin(name, denied))) {
        onEvent({ kind: "egress_refused", reason: "denied_name" });
        return { reason: "not_allowed" };
      }
      if (permitted.has(address)) return null;
      const ip = parseIp(address);
      // An address that cannot be parsed cannot be checked, so it is refused.
      if (ip === null) return { reason: "not_allowed" };
      const forms = withInner(ip);
      if (inAny(rules.deny, forms)) {
        onEvent({ kind: "egress_refused", reason: "own_network" });
        return { reason: "egress_denied" };
      }
      const { scope } = scopeOf(ip);
      if (scope === "public" || inAny(rules.allow, [ip])) {
        if (permitted.size >= PERMITTED_MAX) permitted.clear();
        permitted.add(address);
        return null;
      }
      onEvent({ kind: "egress_refused", reason: scope });
      return { reason: "not_allowed" };
    },
  };
}
