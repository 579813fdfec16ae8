import { mkdirSync, writeFileSync } from "node:fs";
import type { LocalServer, Place } from "./environment.ts";
import { networkV6 } from "./links.ts";
import { unbound } from "./unbound.ts";

/** The well-known prefix of addresses that contain an IPv4 address (RFC 6052 section 2.1). */
const WELL_KNOWN = "64:ff9b::/96";
/** The IPv4 addresses that the translator gives to IPv6 clients. The router then gives them its own. */
const POOL = "192.168.255.0/24";
const TRANSLATOR = "192.168.255.1";
const DEVICE = "nat64";

/** Returns the router's private IPv6 address, at which its resolver listens. */
export function gatewayV6({ number }: Place): string {
  return `fd77:${number.toString(16)}::1`;
}

/** Returns a prefix of the network's own for the same purpose (RFC 6052 section 2.2). */
export function ownPrefix({ number }: Place): string {
  return `${networkV6(number)}:64:0:0::/96`;
}

/** Returns the routes that lead to the translator, as lines of `ip -batch`. */
export function translated(place: Place, prefix = WELL_KNOWN): string {
  return `address add ${gatewayV6(place)}/128 dev lan nodad
tuntap add ${DEVICE} mode tun
link set ${DEVICE} up
address add ${TRANSLATOR}/32 dev ${DEVICE}
route add ${POOL} dev ${DEVICE}
route add ${prefix} dev ${DEVICE}
`;
}

/** Makes the translator of a network without IPv4, and the resolver that sends names without IPv6 through it. */
export function translator(place: Place, prefix = WELL_KNOWN): readonly LocalServer[] {
  const { folder } = place;
  mkdirSync(`${folder}/tayga`);
  writeFileSync(
    `${folder}/tayga.conf`,
    `tun-device ${DEVICE}
ipv4-addr ${TRANSLATOR}
ipv6-addr fd77:${place.number.toString(16)}::64
prefix ${prefix}
dynamic-pool ${POOL}
data-dir ${folder}/tayga
`,
  );
  return [
    {
      name: "tayga",
      command: ["tayga", "--nodetach", "--config", `${folder}/tayga.conf`],
      ready: null,
    },
    unbound(place, gatewayV6(place), [
      'module-config: "dns64 validator iterator"',
      `dns64-prefix: ${prefix}`,
    ]),
  ];
}
