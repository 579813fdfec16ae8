import { EGRESS } from "../plan/hosts.ts";
import { addressesOf, HOSTS } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";

/**
 * Blocks that must never be asked from the product, by the IANA special-purpose registries. Written here anew, not
 * taken from the product: it is the product that they check. Multicast is left out where the kernel itself sends it.
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
    ...["2001:2::/48", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fec0::/10"],
  ],
} as const;

/** Milliseconds to a host that names none. */
const RTT_MS = 30;

/**
 * Rules of the Internet's namespace: what comes over the line for an address that is not public is counted and
 * dropped; dead hosts and lost packets are dropped on their way in, since a sender whose own output is dropped gets
 * an error and not silence.
 */
export function internetRules(): string {
  const dead = HOSTS.filter((host) => host.dead);
  const lossy = HOSTS.filter((host) => host.lossPercent !== undefined);
  return `table inet lab {
  counter not_public { }
  chain prerouting {
    type filter hook prerouting priority -300;
    iifname "wan" ip daddr { ${NOT_PUBLIC.v4.join(", ")} } counter name not_public drop
    iifname "wan" ip6 daddr { ${NOT_PUBLIC.v6.join(", ")} } counter name not_public drop
    iifname "wan" ip6 daddr fe80::/10 meta l4proto { tcp, udp } counter name not_public drop
${lossy.flatMap((host) => matches("daddr", host).map((match) => `    ${match} numgen random mod 100 < ${host.lossPercent} drop\n`)).join("")}  }
  chain input {
    type filter hook input priority -300;
${dead.flatMap((host) => matches("daddr", host).map((match) => `    ${match} drop\n`)).join("")}  }
}
`;
}

/**
 * Rules that mark packets with their round trip in milliseconds, for delay.ts: from the product to the Internet, or
 * from the resolver to other servers inside it. The chain comes before iptables' mangle table, which queues them.
 */
export function delayRules(from: "product" | "resolver"): string {
  const by = (family: "v4" | "v6") =>
    HOSTS.flatMap((host) =>
      host[family] === undefined ? [] : [`${host[family]} : ${host.rttMs ?? RTT_MS}`],
    ).join(", ");
  const source =
    from === "product"
      ? { v4: 'oifname "eth0"', v6: 'oifname "eth0"' }
      : { v4: `ip saddr ${EGRESS.unbound.v4}`, v6: `ip6 saddr ${EGRESS.unbound.v6}` };
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

function matches(side: "daddr" | "saddr", host: Host): string[] {
  return addressesOf(host).map((address) => `${address.includes(":") ? "ip6" : "ip"} ${side} ${address}`);
}
