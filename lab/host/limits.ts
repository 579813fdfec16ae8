import type { Environments } from "./environment.ts";

/** Hosts and networks in which little fits: few connections, small packets, few open files. */
export const LIMITS = {
  "nat-ports": {
    is: "the router translates with 128 ports",
    masquerade: "meta l4proto { tcp, udp } masquerade to :40000-40127",
  },
  "nat-flows": {
    is: "the router keeps 256 connections and drops what would begin another one",
    forward: ["ct state new ct count over 256 drop"],
  },
  "mtu-1280-no-fragments": {
    is: "packets of at most 1280 bytes, no fragments, and nobody is told",
    mtu: 1280,
    // Before connection tracking puts fragments together.
    chains: `  chain fragments {
    type filter hook prerouting priority -450;
    ip frag-off & 0x3fff != 0 drop
    exthdr frag exists drop
  }
  chain silent {
    type filter hook output priority 0;
    icmp type destination-unreachable icmp code frag-needed drop
    icmpv6 type packet-too-big drop
  }
`,
  },
  "nofile-256": { is: "programs may open 256 files", limit: ["prlimit", "--nofile=256:256"] },
  offline: { is: "no route to anywhere", connected: "never" },
  "network-late": { is: "the network works 5 seconds late", connected: { afterS: 5 } },
} as const satisfies Environments;
