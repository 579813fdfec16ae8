import type { Facet, FacetVerdict } from "../net-event.ts";
import type { Evidence } from "./evidence.ts";
import type { Reason } from "./outcome.ts";

/** What an operator must know of a fault of this API's own host or network. */
type Condition = {
  /** What is wrong, and what follows from it for answers. A sentence. */
  readonly says: string;
  /** What the operator of this API can do. A sentence. */
  readonly remedy: string;
};

/**
 * Reasons for `unknown` that lie in this API's own host or network and say nothing about the domain that was asked
 * about.
 */
export const ENVIRONMENT = {
  no_ipv4_here: {
    says: "This host cannot reach servers over IPv4, so nothing is said about them.",
    remedy: "Give this host IPv4.",
  },
  no_ipv6_here: {
    says: "This host cannot reach servers over IPv6, so nothing is said about their IPv6 addresses.",
    remedy: "Give this host IPv6, or leave it: names with IPv4 addresses are judged.",
  },
  dns_blocked_here: {
    says: "This host's network lets no DNS query (UDP port 53) through to name servers, so they cannot be judged from here.",
    remedy: "Allow outgoing UDP and TCP to port 53 of every address, not only to the resolver.",
  },
  dns_intercepted_here: {
    says: "This host's network intercepts DNS: another server answers in place of the name servers, so they cannot be judged from here.",
    remedy:
      "Exempt this host from the interception of port 53 (a setting of the router, the provider or the hotel), or run this API elsewhere.",
  },
  tcp53_blocked_here: {
    says: "This host's network blocks DNS over TCP, so nothing is said about TCP at name servers.",
    remedy: "Allow outgoing TCP to port 53 of every address.",
  },
  egress_blocked: {
    says: "This host's network blocks or answers connections to a port (25, 43, 80 or 443) itself, so nothing is said about the servers there.",
    remedy: "Allow outgoing TCP to ports 25, 43, 80 and 443, or accept that these parts stay unknown.",
  },
  local_firewall: {
    says: "The firewall of this host itself rejects the packets to servers, so nothing is said about them.",
    remedy: "Allow outgoing traffic in this host's firewall (nftables, iptables or a security module).",
  },
  nat_full: {
    says: "The router or firewall in front of this host has no room for further flows, so nothing is said about servers that did not answer.",
    remedy:
      "Raise the number of flows that NAT or the firewall may track, or limit the load with SERVICE_CONCURRENCY.",
  },
  tls_inspected_here: {
    says: "A proxy in this host's network inspects TLS and presents certificates of its own, so the certificates of servers cannot be judged from here.",
    remedy:
      "Exempt this host from TLS inspection. Otherwise set CA_EXTRA_FILE to the proxy's authority, so that registries and mail policies can be fetched.",
  },
  clock_wrong: {
    says: "This host's clock is wrong. Dates are judged by the time that web servers and the root servers tell.",
    remedy: "Set the clock of this host, for example with an NTP client such as chrony.",
  },
  resolver_filters: {
    says: "This API's own resolver filters names: it denies some, or answers with addresses of its own. Its answers about them are not used.",
    remedy: "Set DNS_RESOLVERS to a resolver that does not filter.",
  },
  resolver_no_dnssec: {
    says: "This API's own resolver does not validate DNSSEC, so nothing is said where its validation would be the proof.",
    remedy: "Set DNS_RESOLVERS to a validating resolver, such as Unbound on this host.",
  },
  resolver_limits: {
    says: "This API's own resolver takes fewer queries than a call needs, so some of them stay without an answer.",
    remedy:
      "Raise the resolver's limit on queries (dnsmasq: dns-forward-max; BIND: rate-limit; Unbound: ip-ratelimit), or set DNS_RESOLVERS to one without it.",
  },
} as const satisfies Readonly<Partial<Record<Reason, Condition>>>;

/** A reason for `unknown` that lies in this API's own host or network. */
export type HostReason = keyof typeof ENVIRONMENT;

/** Codes of all reasons that lie in this API's own host or network. */
export const HOST_REASONS = Object.keys(ENVIRONMENT) as readonly HostReason[];

/** Returns true if a reason lies in this API's own host or network. */
export function isHostReason(reason: string | null): reason is HostReason {
  return reason !== null && Object.hasOwn(ENVIRONMENT, reason);
}

/** Reasons for `unknown` that lie in one of our own resolvers. */
const RESOLVER_REASONS: readonly Reason[] = ["resolver_failed", "resolver_untrusted", "filtered"];

/** Returns true if a reason lies in this API's own host, network or resolver. */
export function isOfOwnNetwork(reason: Reason): boolean {
  return isHostReason(reason) || RESOLVER_REASONS.includes(reason);
}

/** Reasons for `unknown` whose cause is this API, its operator, its host or its network. */
const OURS: readonly Reason[] = [
  ...(["budget", "service_unavailable", "not_allowed", "egress_denied", "held_back"] as const),
  ...RESOLVER_REASONS,
  ...HOST_REASONS,
];

/** Returns true if the cause of a failure is on the side of this API, so that it says nothing about a server. */
export function isOurs(reason: Reason): boolean {
  return OURS.includes(reason);
}

/**
 * Returns a sentence with its remedy for each fault of this host that an answer met. An answer of the previous version
 * has no list of them, and one of the next version may have other codes.
 */
export function environmentTexts(codes: readonly string[] | undefined): readonly string[] {
  return (codes ?? [])
    .filter(isHostReason)
    .map((code) => `${ENVIRONMENT[code].says} ${ENVIRONMENT[code].remedy}`);
}

/** Returns the faults of this host and its network that the exchanges of a call met, each once. */
export function environmentOf(evidence: readonly Pick<Evidence, "reason">[]): readonly HostReason[] {
  return [...new Set(evidence.map(({ reason }) => reason).filter(isHostReason))];
}

/** Returns the fault that a verdict about a facet of this host means; null if it is in order. */
export function faultOf(facet: Facet, verdict: FacetVerdict | undefined): HostReason | null {
  if (verdict === undefined || verdict === "ok") return null;
  if (verdict === "unrouted") return facet.endsWith("ipv6") ? "no_ipv6_here" : "no_ipv4_here";
  if (verdict === "partly") return "egress_blocked";
  if (verdict === "intercepted" && !facet.includes("_53_")) return "egress_blocked";
  if (verdict !== "blocked") return FAULTS[verdict];
  if (facet === "ipv4") return "no_ipv4_here";
  if (facet === "ipv6") return "no_ipv6_here";
  if (facet.startsWith("udp_53")) return "dns_blocked_here";
  return facet.startsWith("tcp_53") ? "tcp53_blocked_here" : "egress_blocked";
}

const FAULTS = {
  intercepted: "dns_intercepted_here",
  firewall: "local_firewall",
  inspected: "tls_inspected_here",
  full: "nat_full",
  wrong: "clock_wrong",
} as const;

/** Returns the faults of this host with the facets that show each. A family that does not work explains its port 53. */
export function faultsOf(
  verdicts: ReadonlyMap<Facet, FacetVerdict>,
): ReadonlyMap<HostReason, readonly Facet[]> {
  const faults = new Map<HostReason, Facet[]>();
  for (const [facet, verdict] of verdicts) {
    const family = /_(ipv[46])$/.exec(facet)?.[1] as Facet | undefined;
    const code = faultOf(facet, verdict);
    if (code === null || (family !== undefined && (verdicts.get(family) ?? "ok") !== "ok")) continue;
    faults.set(code, [...(faults.get(code) ?? []), facet]);
  }
  return faults;
}
