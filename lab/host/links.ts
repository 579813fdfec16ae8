import type { Environment, Place } from "./environment.ts";

/** Names of a host's interface, and of its router's interfaces to the host and to the Internet. */
export const LINK = { host: "eth0", toHost: "lan", toInternet: "wan" } as const;

/** IPv6 addresses of routers on their links, which need not differ from one link to the next (RFC 4291 section 2.5.6). */
const UP = "fe80::1";
const DOWN = "fe80::2";

/** Returns the name of the Internet's interface to a host's router. */
export function lineOf({ number }: Place): string {
  return `host${number}`;
}

/** Returns the Internet's end of the line to a router, as lines of `ip -batch`. @param router ID of a process there. */
export function internetEnd(place: Place, router: number): string {
  const { number } = place;
  const line = lineOf(place);
  return `link add ${line} type veth peer name ${LINK.toInternet} netns ${router}
address add 45.10.${number}.1/24 dev ${line}
address add ${UP}/64 dev ${line} nodad
link set ${line} up
route add ${networkV6(number)}::/48 via ${DOWN} dev ${line}
`;
}

/** Returns the router's addresses and routes, as lines of `ip -batch`. @param host ID of a process on the host. */
export function routerEnd(place: Place, { mtu, routes }: Environment, host: number): string {
  const { number, gateway, v6 } = place;
  return `link set lo up
address add 45.10.${number}.2/24 dev ${LINK.toInternet}
address add ${DOWN}/64 dev ${LINK.toInternet} nodad
link set ${LINK.toInternet} up
route add default via 45.10.${number}.1
route add default via ${UP} dev ${LINK.toInternet}
link add ${LINK.toHost} type veth peer name ${LINK.host} netns ${host}
${mtu === undefined ? "" : `link set ${LINK.toHost} mtu ${mtu}\n`}address add ${gateway}/24 dev ${LINK.toHost}
address add ${UP}/64 dev ${LINK.toHost} nodad
link set ${LINK.toHost} up
route add ${v6}/128 dev ${LINK.toHost}
${routes?.(place) ?? ""}`;
}

/** Returns the host's addresses and routes, as lines of `ip -batch`. */
export function hostEnd({ gateway, v4, v6 }: Place, { families, mtu }: Environment): string {
  const has = (family: "v4" | "v6") => families === undefined || families.includes(family);
  return [
    ...(mtu === undefined ? [] : [`link set ${LINK.host} mtu ${mtu}`]),
    ...(has("v4") ? [`address add ${v4}/24 dev ${LINK.host}`] : []),
    ...(has("v6") ? [`address add ${v6}/64 dev ${LINK.host} nodad`] : []),
    `link set ${LINK.host} up`,
    ...(has("v4") ? [`route add default via ${gateway}`] : []),
    ...(has("v6") ? [`route add default via ${UP} dev ${LINK.host}`] : []),
  ].join("\n");
}

/** Returns the IPv6 network of a host, without its last 80 bits. */
export function networkV6(number: number): string {
  return `2a0e:10:${number.toString(16)}`;
}
