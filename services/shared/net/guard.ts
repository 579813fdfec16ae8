import type { OnEvent } from "@dnstools/core/net-event";
import { type Cidr, contains, type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { scopeOf, withInner } from "@dnstools/core/protocol/special-purpose";

/** Why an address must not be dialled; null when it may be. */
type Refusal = { readonly reason: "not_allowed" | "egress_blocked" };

/**
 * The one gate that every connection and datagram passes that input can steer.
 * It is asked with the literal address about to be dialled, after resolution, so that no second look-up
 * can put another address in its place.
 */
export type EgressGuard = {
  /** @param name the host name that led to the address, where it was one. */
  readonly refusal: (address: string, name?: string | null) => Refusal | null;
};

export type EgressRules = {
  /** Blocks that may be dialled though they are not public. */
  readonly allow: readonly Cidr[];
  /** Blocks that must not be dialled; they win over `allow`. */
  readonly deny: readonly Cidr[];
  /** Names, with all below them, whose servers must not be dialled. */
  readonly denyNames?: readonly string[];
};

export function createGuard(rules: EgressRules, onEvent: OnEvent): EgressGuard {
  const inAny = (blocks: readonly Cidr[], ips: readonly IpBytes[]) =>
    ips.some((ip) => blocks.some((block) => contains(block, ip)));
  return {
    refusal(address, name) {
      if (typeof name === "string" && rules.denyNames?.some((denied) => isWithin(name, denied))) {
        onEvent({ kind: "egress_refused", reason: "denied_name" });
        return { reason: "not_allowed" };
      }
      const ip = parseIp(address);
      // What cannot be read cannot be judged, so it is not dialled.
      if (ip === null) return { reason: "not_allowed" };
      const forms = withInner(ip);
      if (inAny(rules.deny, forms)) {
        onEvent({ kind: "egress_refused", reason: "own_network" });
        return { reason: "egress_blocked" };
      }
      const { scope } = scopeOf(ip);
      if (scope === "public" || inAny(rules.allow, [ip])) return null;
      onEvent({ kind: "egress_refused", reason: scope });
      return { reason: "not_allowed" };
    },
  };
}
