import { RESOLVER_V6 } from "../plan/hosts.ts";
import type { Environments } from "./environment.ts";
import { gatewayV6, ownPrefix, translated, translator } from "./nat64.ts";

/** Hosts without one of the two families, and networks in which IPv6 does not work. */
export const FAMILIES = {
  "ipv4-only": { is: "no IPv6", families: ["v4"] },
  "ipv6-only": { is: "no IPv4, and no way to it", families: ["v6"], resolvers: () => [RESOLVER_V6] },
  "ipv6-only-nat64": {
    is: "no IPv4; the network translates (NAT64), and its resolver makes addresses for it (DNS64)",
    families: ["v6"],
    resolvers: (place) => [gatewayV6(place)],
    nat64: true,
    needs: { tayga: "tayga" },
    routes: (place) => translated(place),
    servers: (place) => translator(place),
  },
  "dns64-beside-ipv4": {
    is: "IPv4 and NAT64 with a prefix of the network's own; the resolver makes addresses for it (DNS64)",
    resolvers: (place) => [gatewayV6(place)],
    needs: { tayga: "tayga" },
    routes: (place) => translated(place, ownPrefix(place)),
    servers: (place) => translator(place, ownPrefix(place)),
  },
  "ipv6-drop": {
    is: "an IPv6 address, but the network drops all IPv6",
    forward: ["meta nfproto ipv6 drop"],
  },
  "ipv6-reject": {
    is: "an IPv6 address, but the network has no route for IPv6",
    forward: ["meta nfproto ipv6 reject with icmpv6 type no-route"],
  },
} as const satisfies Environments;
