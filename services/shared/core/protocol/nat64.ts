import type { DnsReply } from "./dns/message.ts";
import { type Cidr, contains, type IpBytes, parseIp } from "./ip.ts";

/** The name with which a network's NAT64 prefix is found, and its IPv4 addresses (RFC 7050 2.2). */
export const NAT64_NAME = "ipv4only.arpa";
const KNOWN: readonly IpBytes[] = [
  [192, 0, 0, 170],
  [192, 0, 0, 171],
];

/** The lengths that a NAT64 prefix can have, in bits (RFC 6052 2.2). Byte 8 is skipped: it is always zero. */
const LENGTHS = [96, 64, 56, 48, 40, 32] as const;

/**
 * Returns the NAT64 prefixes in the AAAA answer for NAT64_NAME, which has only IPv4 addresses: a resolver with DNS64
 * (RFC 6147) makes IPv6 addresses from them. Empty if the resolver makes none.
 */
export function nat64Prefixes({ answers }: Pick<DnsReply, "answers">): readonly Cidr[] {
  const found = answers
    .filter(({ type }) => type === "AAAA")
    .flatMap(({ value }) => prefixOf(parseIp(value) ?? []) ?? []);
  const distinct = new Map(found.map((prefix) => [JSON.stringify(prefix), prefix]));
  return [...distinct.values()];
}

function prefixOf(address: IpBytes): Cidr | null {
  for (const length of LENGTHS) {
    const embedded = embeddedAt(address, length / 8);
    if (KNOWN.some((known) => known.join() === embedded.join()))
      return { bytes: address.map((byte, i) => (i < length / 8 ? byte : 0)), bits: length };
  }
  return null;
}

/** Returns the IPv4 address after a prefix of some bytes. */
function embeddedAt(address: IpBytes, bytes: number): IpBytes {
  return address
    .slice(bytes)
    .filter((_, i) => bytes + i !== 8)
    .slice(0, 4);
}

/** Returns a reply without the AAAA records that a resolver has made from IPv4 addresses: the zone does not have them. */
export function withoutSynthesized(reply: DnsReply, prefixes: readonly Cidr[]): DnsReply {
  const isSynthesized = (value: string) => {
    const address = parseIp(value);
    return address !== null && prefixes.some((prefix) => contains(prefix, address));
  };
  const answers = reply.answers.filter(({ type, value }) => type !== "AAAA" || !isSynthesized(value));
  return answers.length === reply.answers.length ? reply : { ...reply, answers };
}
