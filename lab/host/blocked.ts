import { LAGGARD, OWN_RESOLVER } from "../plan/hosts.ts";
import type { Environments } from "./environment.ts";

/** Well-known public resolvers. */
export const PUBLIC_RESOLVERS = ["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", LAGGARD] as const;
/** Lets queries to the host's own resolver pass, as networks do that allow no other resolver. */
export const TO_RESOLVER = `ip daddr ${OWN_RESOLVER} meta l4proto { tcp, udp } th dport 53 accept`;
const RESET = "reject with tcp reset";
const PROHIBITED = "reject with icmpx type admin-prohibited";
/** The ports of a mail client and of a mail server. */
const MAIL = "tcp dport { 25, 110, 143, 465, 587, 993, 995 }";
/** What the firewall of a careful administrator forbids programs on the host itself. */
const FORBIDDEN = ["meta l4proto { tcp, udp } th dport { 25, 43, 53 }", "meta nfproto ipv6"];

/** Networks and hosts whose firewall drops or rejects what the product sends. */
export const BLOCKED = {
  "udp53-drop": { is: "UDP port 53 is dropped, except to the resolver", forward: dns("udp", "drop") },
  "udp53-reject": { is: "UDP port 53 is rejected, except to the resolver", forward: dns("udp", PROHIBITED) },
  "53-drop": { is: "port 53 is dropped, except to the resolver", forward: dns("{ tcp, udp }", "drop") },
  "53-drop-not-public": {
    is: "port 53 is dropped, except to the resolver and to well-known public ones",
    forward: [
      TO_RESOLVER,
      `ip daddr { ${PUBLIC_RESOLVERS.join(", ")} } accept`,
      "meta l4proto { tcp, udp } th dport 53 drop",
    ],
  },
  "tcp53-drop": { is: "TCP port 53 is dropped", forward: ["tcp dport 53 drop"] },
  "tcp53-reject": { is: "TCP port 53 is reset", forward: [`tcp dport 53 ${RESET}`] },
  "443-drop": { is: "port 443 is dropped", forward: ["tcp dport 443 drop"] },
  "80-drop": { is: "port 80 is dropped", forward: ["tcp dport 80 drop"] },
  "80-443-drop": { is: "ports 80 and 443 are dropped", forward: ["tcp dport { 80, 443 } drop"] },
  "http-proxy": {
    is: "ports 80 and 443 are dropped, and the variables for a web proxy are set",
    forward: ["tcp dport { 80, 443 } drop"],
    // Nothing listens there: the product must not use a proxy, and the tripwire counts what it sends to a private
    // address.
    variables: ({ gateway }) => proxy(`http://${gateway}:3128`),
  },
  "25-drop": { is: "port 25 is dropped", forward: ["tcp dport 25 drop"] },
  "25-reject": { is: "port 25 is reset", forward: [`tcp dport 25 ${RESET}`] },
  "43-drop": { is: "port 43 is dropped", forward: ["tcp dport 43 drop"] },
  "43-reject": { is: "port 43 is reset", forward: [`tcp dport 43 ${RESET}`] },
  "25-443-drop-ipv6": {
    is: "ports 25 and 443 are dropped over IPv6 only",
    forward: ["meta nfproto ipv6 tcp dport { 25, 443 } drop"],
  },
  "mail-drop": { is: "all mail ports are dropped", forward: [`${MAIL} drop`] },
  "addresses-drop": {
    is: "packets to the network of one hoster, which has most name servers, are dropped",
    forward: ["ip daddr 5.9.0.0/16 drop", "ip6 daddr 2a01:4f8::/32 drop"],
  },
  "host-firewall-drop": {
    is: "the host's own firewall drops ports 25, 43, 53, except to the resolver, and IPv6",
    output: [TO_RESOLVER, ...FORBIDDEN.map((what) => `${what} drop`)],
  },
  "host-firewall-reject": {
    is: "the host's own firewall rejects ports 25, 43, 53, except to the resolver, and IPv6",
    output: [TO_RESOLVER, ...FORBIDDEN.map((what) => `${what} reject`)],
  },
} as const satisfies Environments;

function dns(transport: string, verdict: string): readonly string[] {
  return [TO_RESOLVER, `meta l4proto ${transport} th dport 53 ${verdict}`];
}

function proxy(url: string): Readonly<Record<string, string>> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    NO_PROXY: "localhost,127.0.0.1",
    no_proxy: "localhost,127.0.0.1",
  };
}
