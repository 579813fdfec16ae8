import type { RoundTrips } from "../options.ts";
import { EGRESS, TESTS_OWN } from "../plan/hosts.ts";
import { addressesOf, HOSTS } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { BAIT_PORTS } from "./bait.ts";

/**
 * Blocks that the product must never send packets to, from the IANA special-purpose registries. They are written
 * down here separately, and not taken from the product, because they check the product.
 */
export const NOT_PUBLIC = {
  v4: [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
    ...[
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "192.168.0.0/16",
      "198.18.0.0/15",
      "198.51.100.0/24",
    ],
    ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ],
  v6: [
    ...["::/128", "::1/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32"],
    ...["2001:2::/48", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10"],
    ...["fec0::/10", "ff00::/8"],
  ],
} as const;

/** Source addresses of the resolvers' queries. */
const RESOLVERS = [EGRESS.unbound, EGRESS.recursor, EGRESS.laggard];

/** Default round trip to a host, in milliseconds. */
const RTT_MS = 30;

/**
 * Excludes neighbour discovery and similar messages, which the kernel itself sends over the link to the Internet's
 * namespace.
 */
const NOT_KERNEL = "meta l4proto != ipv6-icmp";

/** Conditions under which a packet does not begin an exchange, or comes from the kernel itself. */
const NOT_A_BEGINNING = `    tcp flags & (syn | ack) != syn return
    icmp type != echo-request return
    icmpv6 type != echo-request return
    meta l4proto igmp return
`;

/** Packets to loopback ports without a bait listener, which tests and metrics use. */
const LOOPBACK_PORTS = ["ip daddr 127.0.0.1", "ip6 daddr ::1"].map((to) => {
  const ports = BAIT_PORTS.filter((port) => port >= 1024).join(", ");
  return `    ${to} meta l4proto { tcp, udp } th dport >= 1024 th dport != { ${ports} } return\n`;
});

/** Counts the packets to addresses that are not public. @param v6 blocks of IPv6 that are not. */
const counted = (v6: readonly string[] = NOT_PUBLIC.v6) =>
  `    ip daddr { ${NOT_PUBLIC.v4.join(", ")} } counter name escaped
    ip6 daddr { ${v6.join(", ")} } counter name escaped
`;

/**
 * Returns the rules of the product's namespace. They count all packets, including those from containers, to addresses
 * that are not public. Only packets that begin an exchange are counted, not responses. Three kinds of packets are
 * excluded: packets to loopback ports from 1024 on without a bait listener, which tests and metrics use; packets to
 * the one address that a test queries on purpose; and IGMP and neighbour discovery, which the kernel itself sends, for
 * example when containers get a bridge.
 */
export function productRules(): string {
  return `table inet escapes {
  counter escaped { }
  chain output {
    type filter hook output priority -300;
${NOT_A_BEGINNING}    ip daddr ${TESTS_OWN} meta l4proto { tcp, udp } th dport 53 return
${LOOPBACK_PORTS.join("")}${counted()}  }
  chain containers {
    type filter hook prerouting priority -300;
    iifname != "podman*" return
${NOT_A_BEGINNING}${counted()}  }
}
`;
}

/**
 * Returns the rules of a host's namespace (lab/host). They count what the product's rules count, with one exception:
 * queries to the host's own resolvers, which may be private addresses of its network or its whole link.
 * @param resolvers addresses of those resolvers, with the interface of link-local ones (`fe80::1%eth0`).
 * @param nat64 true if the network translates the well-known prefix (RFC 6052). Then only those of its addresses that
 * contain an IPv4 address which is not public are counted.
 */
export function hostRules(resolvers: readonly string[], nat64: boolean): string {
  const prefix = "64:ff9b::/96";
  const translated = [...NOT_PUBLIC.v6.filter((block) => block !== prefix), ...NOT_PUBLIC.v4.map(embedded)];
  return `table inet escapes {
  counter escaped { }
  chain output {
    type filter hook output priority -300;
${NOT_A_BEGINNING}${[...resolvers.map(permitted), ...LLMNR].join("")}${LOOPBACK_PORTS.join("")}${counted(nat64 ? translated : NOT_PUBLIC.v6)}  }
}
`;
}

/** Queries that systemd-resolved sends to all hosts of its link (RFC 4795 section 2). */
const LLMNR = ["ip daddr 224.0.0.252", "ip6 daddr ff02::1:3"].map(
  (to) => `    ${to} udp dport 5355 return\n`,
);

/** Returns the rule that does not count queries to a resolver. */
function permitted(resolver: string): string {
  const [address = ""] = resolver.split("%");
  const family = address.includes(":") ? "ip6" : "ip";
  return `    ${family} daddr ${address} meta l4proto { tcp, udp } th dport 53 return\n`;
}

/** Returns the block of NAT64 addresses that contain the addresses of an IPv4 block. */
function embedded(block: string): string {
  const [address = "", bits] = block.split("/");
  const hex = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return `64:ff9b::${hex[0]}${hex[1]}:${hex[2]}${hex[3]}/${96 + Number(bits)}`;
}

/**
 * Returns the rules of the Internet's namespace. Packets from the product or a host to an address that is not
 * public are counted and dropped. Packets to dead hosts and lost packets are dropped on input, because a sender whose own output is
 * dropped gets an error instead of silence.
 * @param smtp true if the product can reach port 25.
 */
export function internetRules(smtp: boolean): string {
  const dead = HOSTS.filter((host) => host.dead);
  const lossy = HOSTS.filter((host) => host.lossPercent !== undefined);
  return `table inet lab {
  counter not_public { }
  chain prerouting {
    type filter hook prerouting priority -300;
    iifname != "lo" ip daddr { ${NOT_PUBLIC.v4.join(", ")} } counter name not_public drop
    iifname != "lo" ip6 daddr { ${NOT_PUBLIC.v6.join(", ")} } ${NOT_KERNEL} counter name not_public drop
${smtp ? "" : '    iifname != "lo" tcp dport 25 drop\n'}${lossy.flatMap((host) => to(host).map((match) => `    ${match} numgen random mod 100 < ${host.lossPercent} drop\n`)).join("")}  }
  chain input {
    type filter hook input priority -300;
${dead
  .flatMap((host) =>
    to(host)
      .slice(host.dead === "v6" ? -1 : 0)
      .map((match) => `    ${match} drop\n`),
  )
  .join("")}  }
}
`;
}

/**
 * Returns the rules that mark packets with their round trip in milliseconds, for delay.ts: packets from the product
 * to the Internet, or packets from the resolvers to other servers in the Internet. The chain comes before iptables'
 * mangle table, which queues the packets.
 */
export function delayRules(from: "product" | "resolver", rtt: RoundTrips): string {
  const by = (family: "v4" | "v6") =>
    HOSTS.flatMap((host) =>
      host[family] === undefined ? [] : [`${host[family]} : ${roundTripOf(host, rtt)}`],
    ).join(", ");
  const source =
    from === "product"
      ? { v4: 'oifname "eth0"', v6: 'oifname "eth0"' }
      : {
          v4: `ip saddr { ${RESOLVERS.map(({ v4 }) => v4).join(", ")} }`,
          v6: `ip6 saddr { ${RESOLVERS.map(({ v6 }) => v6).join(", ")} }`,
        };
  return `table inet delay {
  map rtt4 { type ipv4_addr : mark; elements = { ${by("v4")} }; }
  map rtt6 { type ipv6_addr : mark; elements = { ${by("v6")} }; }
  chain output {
    type filter hook output priority -200;
    ${source.v4} meta mark set ip daddr map @rtt4
    ${source.v6} meta mark set ip6 daddr map @rtt6
  }
}
`;
}

/**
 * Returns the round trip to a host in milliseconds. The operator's own resolver keeps its planned round trip,
 * because an operator runs it close to the product.
 */
function roundTripOf(host: Host, rtt: RoundTrips): number {
  return rtt === "plan" || host.daemon === "recursor" ? (host.rttMs ?? RTT_MS) : rtt;
}

/** Returns the conditions that match packets to a host. */
function to(host: Host): string[] {
  return addressesOf(host).map((address) => `${address.includes(":") ? "ip6" : "ip"} daddr ${address}`);
}
