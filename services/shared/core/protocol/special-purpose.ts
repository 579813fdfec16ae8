import { type Cidr, contains, type IpBytes, parseCidr } from "./ip.ts";

/** Kind of an IP address. This API connects only to `public` addresses. */
export type Scope = "public" | "private" | "loopback" | "link_local" | "metadata" | "multicast" | "reserved";

type BlockRow = readonly [block: string, scope: Scope, name: string];

/**
 * Special-purpose blocks. Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and the RFCs named),
 * IANA multicast registries, and the cloud providers' documents for `metadata`; as of 2026-11-20 (IPv6 registry of
 * 2025-10-09). If several rows match an address, the most specific one applies. `public` rows are exceptions inside
 * larger blocks that the registries list as globally reachable. Two kinds of globally reachable addresses are
 * `reserved` here: anycast addresses of a network's own services, which may reach the NAT of this host's network, and
 * identifiers that only look like addresses (RFC 7343 1, RFC 9374 2).
 */
const ROWS: readonly BlockRow[] = [
  ["0.0.0.0/8", "reserved", "this network (RFC 791)"],
  ["10.0.0.0/8", "private", "private use (RFC 1918)"],
  ["100.64.0.0/10", "private", "shared address space (RFC 6598)"],
  ["100.100.100.200/32", "metadata", "cloud metadata"],
  ["127.0.0.0/8", "loopback", "loopback (RFC 1122)"],
  ["168.63.129.16/32", "metadata", "cloud platform address"],
  ["169.254.0.0/16", "link_local", "link local (RFC 3927)"],
  ["169.254.169.254/32", "metadata", "cloud metadata"],
  ["172.16.0.0/12", "private", "private use (RFC 1918)"],
  ["192.0.0.0/24", "reserved", "IETF protocol assignments (RFC 6890)"],
  ["192.0.0.9/32", "reserved", "port control protocol anycast (RFC 7723)"],
  ["192.0.0.10/32", "reserved", "TURN anycast (RFC 8155)"],
  ["192.0.0.192/32", "metadata", "cloud metadata"],
  ["192.0.2.0/24", "reserved", "documentation (RFC 5737)"],
  ["192.88.99.0/24", "reserved", "deprecated 6to4 relay anycast (RFC 7526)"],
  ["192.168.0.0/16", "private", "private use (RFC 1918)"],
  ["198.18.0.0/15", "reserved", "benchmarking (RFC 2544)"],
  ["198.51.100.0/24", "reserved", "documentation (RFC 5737)"],
  ["203.0.113.0/24", "reserved", "documentation (RFC 5737)"],
  ["224.0.0.0/4", "multicast", "multicast (RFC 5771)"],
  ["240.0.0.0/4", "reserved", "reserved (RFC 1112)"],
  ["255.255.255.255/32", "multicast", "limited broadcast (RFC 8190)"],
  ["::/0", "reserved", "outside global unicast (RFC 4291)"],
  ["::/128", "reserved", "unspecified (RFC 4291)"],
  ["::1/128", "loopback", "loopback (RFC 4291)"],
  ["64:ff9b:1::/48", "private", "local-use NAT64 (RFC 8215)"],
  ["100::/64", "reserved", "discard only (RFC 6666)"],
  ["100:0:0:1::/64", "reserved", "dummy prefix (RFC 9780)"],
  ["2000::/3", "public", "global unicast (RFC 4291)"],
  ["2001::/23", "reserved", "IETF protocol assignments (RFC 2928)"],
  ["2001:1::1/128", "reserved", "port control protocol anycast (RFC 7723)"],
  ["2001:1::2/128", "reserved", "TURN anycast (RFC 8155)"],
  ["2001:1::3/128", "reserved", "DNS-SD registration anycast (RFC 9665)"],
  ["2001:3::/32", "public", "AMT (RFC 7450)"],
  ["2001:4:112::/48", "public", "AS112-v6 (RFC 7535)"],
  ["2001:20::/28", "reserved", "ORCHIDv2 (RFC 7343)"],
  ["2001:30::/28", "reserved", "drone remote ID (RFC 9374)"],
  ["2001:db8::/32", "reserved", "documentation (RFC 3849)"],
  ["3fff::/20", "reserved", "documentation (RFC 9637)"],
  ["5f00::/16", "reserved", "SRv6 SIDs (RFC 9602)"],
  ["fc00::/7", "private", "unique local (RFC 4193)"],
  ["fd00:ec2::254/128", "metadata", "cloud metadata"],
  ["fd20:ce::254/128", "metadata", "cloud metadata"],
  ["fe80::/10", "link_local", "link local (RFC 4291)"],
  ["fec0::/10", "private", "deprecated site local (RFC 3879)"],
  ["ff00::/8", "multicast", "multicast (RFC 4291)"],
];

type Block = { readonly cidr: Cidr; readonly scope: Scope; readonly name: string };

const BLOCKS: readonly Block[] = ROWS.map(([text, scope, name]) => ({ cidr: cidr(text), scope, name })).sort(
  (a, b) => b.cidr.bits - a.cidr.bits,
);

/** Parses a CIDR block in the tables of this file. Throws at load time if the block is malformed. */
function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (parsed === null) throw new Error(`not a CIDR block: ${text}`);
  return parsed;
}

/** A block of IPv6 transition addresses, and how their embedded IPv4 addresses are read. */
type Wrapping = {
  readonly block: Cidr;
  readonly name: string;
  readonly inner: (bytes: IpBytes) => readonly IpBytes[];
};

const WRAPPINGS: readonly Wrapping[] = [
  { block: cidr("::ffff:0:0/96"), name: "IPv4-mapped (RFC 4291)", inner: (b) => [b.slice(12)] },
  { block: cidr("64:ff9b::/96"), name: "NAT64 (RFC 6052)", inner: (b) => [b.slice(12)] },
  { block: cidr("2002::/16"), name: "6to4 (RFC 3056)", inner: (b) => [b.slice(2, 6)] },
  // RFC 4380 4: the server's address, then the client's address with all bits inverted.
  {
    block: cidr("2001::/32"),
    name: "Teredo (RFC 4380)",
    inner: (b) => [b.slice(4, 8), b.slice(12).map((byte) => byte ^ 0xff)],
  },
];

/**
 * Returns the scope of an address and the name of its block. A transition address has the scope of the IPv4
 * addresses embedded in it, and is public only if all of them are.
 */
export function scopeOf(ip: IpBytes): { scope: Scope; name: string } {
  const wrapping = WRAPPINGS.find((w) => contains(w.block, ip));
  if (wrapping) {
    const inner = wrapping.inner(ip).map(scopeOf);
    const closed = inner.find((s) => s.scope !== "public") ?? inner[0];
    return { scope: closed?.scope ?? "reserved", name: `${wrapping.name} of ${closed?.name ?? "nothing"}` };
  }
  const block = BLOCKS.find((b) => contains(b.cidr, ip));
  return block ?? { scope: "public", name: "global unicast" };
}

/** Returns the address and all IPv4 addresses embedded in it, for checks against lists that may contain either. */
export function withInner(ip: IpBytes): readonly IpBytes[] {
  const wrapping = WRAPPINGS.find((w) => contains(w.block, ip));
  return wrapping ? [ip, ...wrapping.inner(ip)] : [ip];
}
