import type { Daemon, Host } from "./shapes.ts";

/**
 * The product's addresses. All addresses in the plan are either real, if the product or a tool knows them, or
 * ordinary public addresses by role (see the table in lab/README.md). They are never from documentation or benchmark
 * ranges, because the product refuses those.
 */
export const PRODUCT = { v4: "45.10.0.2", v6: "2a0e:10::2" } as const;

/** Additional addresses for clients on the product's side: two in one /64 and one in another /64. */
export const CLIENTS_V6 = ["2a0e:10:0:1::1", "2a0e:10:0:1::2", "2a0e:10:0:2::1"] as const;

/** The router between the product and the lab's Internet. */
export const ROUTER = { v4: "45.10.0.1", v6: "2a0e:10::1" } as const;

/** The resolver in /etc/resolv.conf. */
export const RESOLVER = "9.9.9.9";

/** The IPv6 address of this resolver. */
export const RESOLVER_V6 = "2620:fe::fe";

/** The operator's own resolver. Blocklists that refuse public resolvers answer its queries. */
export const OWN_RESOLVER = "5.20.1.53";

/** A second validating resolver, which only the tests start that compare answers with it. */
export const VALIDATING_BIND = "5.20.2.53";

/** A public resolver with its own cache. It keeps old answers when tests change a zone. */
export const LAGGARD = "84.200.69.80";

/**
 * A network without a route: an ICMP error reports its addresses as unreachable at once. Packets to all other unused
 * addresses are dropped silently.
 */
export const UNREACHABLE = { v4: "5.99.0.0/16", v6: "2a01:99::/32" } as const;

/**
 * The address of the name server of loopback.com. A test that queries the zone listens on this address itself, so the
 * tripwire ignores packets to its port 53.
 */
export const TESTS_OWN = "127.0.0.2";

/** Source addresses of the servers' own queries. */
export const EGRESS = {
  unbound: { v4: "5.20.0.1", v6: "2a01:20::1" },
  recursor: { v4: "5.20.0.4", v6: "2a01:20::4" },
  laggard: { v4: "5.20.0.5", v6: "2a01:20::5" },
  dnsdist: { v4: "5.20.0.2" },
  odd: { v4: "5.20.0.3", v6: "2a01:20::3" },
} as const;

const ROOTS: readonly [letter: string, v4: string, v6: string][] = [
  ["a", "198.41.0.4", "2001:503:ba3e::2:30"],
  ["b", "170.247.170.2", "2801:1b8:10::b"],
  ["c", "192.33.4.12", "2001:500:2::c"],
  ["d", "199.7.91.13", "2001:500:2d::d"],
  ["e", "192.203.230.10", "2001:500:a8::e"],
  ["f", "192.5.5.241", "2001:500:2f::f"],
  ["g", "192.112.36.4", "2001:500:12::d0d"],
  ["h", "198.97.190.53", "2001:500:1::53"],
  ["i", "192.36.148.17", "2001:7fe::53"],
  ["j", "192.58.128.30", "2001:503:c27::2:30"],
  ["k", "193.0.14.129", "2001:7fd::1"],
  ["l", "199.7.83.42", "2001:500:9f::42"],
  ["m", "202.12.27.33", "2001:dc3::35"],
];

const GTLDS: readonly [letter: string, v4: string, v6: string][] = [
  ["a", "192.5.6.30", "2001:503:a83e::2:30"],
  ["b", "192.33.14.30", "2001:503:231d::2:30"],
  ["c", "192.26.92.30", "2001:503:83eb::30"],
  ["d", "192.31.80.30", "2001:500:856e::30"],
  ["e", "192.12.94.30", "2001:502:1ca1::30"],
  ["f", "192.35.51.30", "2001:503:d414::30"],
  ["g", "192.42.93.30", "2001:503:eea3::30"],
  ["h", "192.54.112.30", "2001:502:8cc::30"],
  ["i", "192.43.172.30", "2001:503:39c1::30"],
  ["j", "192.48.79.30", "2001:502:7094::30"],
  ["k", "192.52.178.30", "2001:503:d2d::30"],
  ["l", "192.41.162.30", "2001:500:d937::30"],
  ["m", "192.55.83.30", "2001:501:b1f9::30"],
];

/** The address of b.root-servers.net until 2023, which older root hints still contain. */
export const FORMER_ROOT: Host = {
  name: "former-b.root-servers.net",
  v4: "199.9.14.201",
  v6: "2001:500:200::b",
  daemon: "nsd-root",
  rttMs: 15,
};

/** The root servers at their real addresses (IANA root hints). */
export const ROOT_SERVERS: readonly Host[] = ROOTS.map(([letter, v4, v6]) => ({
  name: `${letter}.root-servers.net`,
  v4,
  v6,
  daemon: "nsd-root",
  rttMs: 15,
}));

/** The name servers of com and net at their real addresses. */
export const GTLD_SERVERS: readonly Host[] = GTLDS.map(([letter, v4, v6]) => ({
  name: `${letter}.gtld-servers.net`,
  v4,
  v6,
  daemon: "nsd-tld",
  rttMs: 20,
}));

/**
 * Returns the two name servers of a registry's zone.
 * @param k a number that no other zone uses.
 */
export function registryServers(zone: string, k: number, daemon: "nsd-tld" | "nsd-registry"): Host[] {
  const names = zone.endsWith(".arpa")
    ? ["a", "b"].map((letter) => `${letter}.${zone.replace(".arpa", "")}-servers.arpa`)
    : ["ns1", "ns2"].map((label) => `${label}.nic.${zone}`);
  return names.map((name, i) => ({
    name,
    v4: `194.${k}.${i}.53`,
    v6: `2001:678:${(4 * k + i).toString(16)}::53`,
    daemon,
    rttMs: 25 + i * 15,
  }));
}

/**
 * Returns a name server that answers correctly.
 * @param v6 omitted for a server without IPv6.
 */
export function at(
  daemon: Daemon & ("nsd-leaf" | "nsd-registry" | "knot" | "bind"),
  name: string,
  v4: string | null,
  v6?: string,
): Host {
  return { name, ...(v4 === null ? {} : { v4 }), ...(v6 === undefined ? {} : { v6 }), daemon, rttMs: 20 };
}

/** Returns a server that never answers. */
export function silent(name: string, v4: string): Host {
  return { name, v4, daemon: "nobody", dead: true };
}

/** Returns a host whose ports are all closed. */
export function closed(name: string, v4: string): Host {
  return { name, v4, daemon: "nobody" };
}

/** Maximum number of domains with their own servers; see own-domains.ts. */
export const OWN_DOMAINS_MAX = 64;

/** Name servers of the operator labdns.net, at two sites. They run NSD and hold most ordinary domains. */
export const LEAF = ["ns1.labdns.net", "ns2.labdns.net"] as const;
/** Name servers of the operator knotdns.net. They run Knot. */
export const KNOT = ["ns1.knotdns.net", "ns2.knotdns.net"] as const;
/** Name servers of the operator binddns.net. They run BIND. */
export const BIND = ["ns1.binddns.net", "ns2.binddns.net"] as const;
