import { OWN_RESOLVER, RESOLVER_V6 } from "../plan/hosts.ts";
import { dnsmasq } from "./dnsmasq.ts";
import type { Environments } from "./environment.ts";
import { portal } from "./portal.ts";

const TO_RESOLVER_V4 = `meta nfproto ipv4 meta l4proto { tcp, udp } th dport 53 dnat ip to ${OWN_RESOLVER}`;
const DNS_TO_ROUTER = "meta l4proto { tcp, udp } th dport 53 redirect";

/** Networks that answer in place of the servers that the product asks. */
export const INTERCEPTED = {
  intercepted: {
    is: "a validating resolver answers everything sent to port 53 over IPv4; over IPv6 port 53 is dropped",
    redirect: [TO_RESOLVER_V4],
    forward: ["meta nfproto ipv6 meta l4proto { tcp, udp } th dport 53 drop"],
  },
  "intercepted-udp": {
    is: "a validating resolver answers everything sent to UDP port 53 over IPv4",
    redirect: [`meta nfproto ipv4 udp dport 53 dnat ip to ${OWN_RESOLVER}`],
  },
  "intercepted-both-families": {
    is: "validating resolvers answer everything sent to port 53",
    redirect: [
      TO_RESOLVER_V4,
      `meta nfproto ipv6 meta l4proto { tcp, udp } th dport 53 dnat ip6 to ${RESOLVER_V6}`,
    ],
  },
  "intercepted-dnsmasq": {
    is: "a hotel: the router's dnsmasq is the resolver and answers everything sent to port 53; no IPv6",
    families: ["v4"],
    resolvers: ({ gateway }) => [gateway],
    redirect: [DNS_TO_ROUTER],
    servers: (place) => [
      dnsmasq(place, ["--domain-needed", "--bogus-priv", "--stop-dns-rebind", "--cache-size=1000"]),
    ],
  },
  "captive-portal": {
    is: "a hotel before the guest has paid: every name and every web server is the router's portal; no IPv6",
    families: ["v4"],
    resolvers: ({ gateway }) => [gateway],
    redirect: [DNS_TO_ROUTER, "tcp dport { 80, 443 } redirect"],
    forward: ["drop"],
    servers: async (place) => [dnsmasq(place, [`--address=/#/${place.gateway}`]), await portal(place)],
  },
} as const satisfies Environments;
