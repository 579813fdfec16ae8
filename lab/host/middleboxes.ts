import { join } from "node:path";
import { TO_RESOLVER } from "./blocked.ts";
import type { Environments } from "./environment.ts";

/** Holds the packets of the host for 600 milliseconds. */
const SLOW = `for tables in iptables ip6tables; do
  $tables -t mangle -A FORWARD -i lan -j MARK --set-mark 600 || exit
  $tables -t mangle -A FORWARD -i lan -j NFQUEUE --queue-bypass || exit
done
exec ${process.execPath} ${join(import.meta.dir, "../network/delay.ts")}`;
/** The number of additional records of a DNS message over UDP. A query has one if it has EDNS, else none. */
const ADDITIONAL = "@th,144,16";
/** Length of a UDP packet whose DNS message has 512 bytes, the most without EDNS. */
const LONGEST = 520;

/** Firewalls and lines that let most packets through, but not those that they do not understand or that are too many. */
export const MIDDLEBOXES = {
  "edns-drop": {
    is: "a firewall drops DNS queries with EDNS over UDP, except to the resolver",
    forward: [TO_RESOLVER, `udp dport 53 ${ADDITIONAL} > 0 drop`],
  },
  "udp-512": {
    is: "a firewall drops DNS answers over UDP of more than 512 bytes",
    received: [`udp sport 53 udp length > ${LONGEST} drop`],
  },
  "path-mtu-1300": {
    is: "a tunnel drops packets of more than 1300 bytes, and nobody is told",
    forward: ["meta length > 1300 drop"],
    received: ["meta length > 1300 drop"],
  },
  "ipv6-path-mtu-1300": {
    is: "a tunnel for IPv6 drops packets of more than 1300 bytes, and nobody is told",
    forward: ["meta nfproto ipv6 meta length > 1300 drop"],
    received: ["meta nfproto ipv6 meta length > 1300 drop"],
  },
  "loss-10": {
    is: "one packet of ten is lost, in each direction",
    forward: ["numgen random mod 10 == 0 drop"],
    received: ["numgen random mod 10 == 0 drop"],
  },
  "dns-50-a-second": {
    is: "a firewall drops packets to UDP port 53 beyond 50 a second, except to the resolver",
    forward: [TO_RESOLVER, "udp dport 53 limit rate over 50/second burst 20 packets drop"],
  },
  "tcp-10-a-second": {
    is: "a firewall drops new TCP connections beyond 10 a second",
    forward: ["tcp flags & (syn | ack) == syn limit rate over 10/second burst 10 packets drop"],
  },
  satellite: {
    is: "every round trip takes 600 ms",
    servers: () => [{ name: "delay", command: ["sh", "-c", SLOW], ready: null }],
  },
} as const satisfies Environments;
