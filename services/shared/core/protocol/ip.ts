/** An IP address as bytes: 4 for IPv4, 16 for IPv6. */
export type IpBytes = readonly number[];

/**
 * Parses IPv4 in four decimal parts or IPv6 in any RFC 4291 text form. Returns null for anything else, including
 * IPv6 zone IDs and octal or hexadecimal IPv4.
 */
export function parseIp(text: string): IpBytes | null {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** Returns true if the text is an IPv4 or IPv6 address in a form that `parseIp` reads. */
export function isIp(text: string): boolean {
  return parseIp(text) !== null;
}

/**
 * Returns true if the text is a link-local IPv6 address with its zone, the name of an interface, as in `fe80::1%eth0`
 * (RFC 4007 11). Router advertisements name such resolvers.
 */
export function isLinkLocalWithZone(text: string): boolean {
  const [address = "", zone = "", more] = text.split("%");
  return /^fe[89ab]/i.test(address) && isIp(address) && /^[\w.-]{1,15}$/.test(zone) && more === undefined;
}

/** Leading zeros are rejected because some parsers read them as octal. */
const IPV4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;

function parseIpv4(text: string): IpBytes | null {
  const parts = IPV4.exec(text);
  if (parts === null) return null;
  const bytes = [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4])];
  return bytes.some((byte) => byte > 255) ? null : bytes;
}

function parseIpv6(text: string): IpBytes | null {
  if (text.length > 45) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = groups(halves[0] ?? "", halves.length === 1);
  const tail = halves.length === 2 ? groups(halves[1] ?? "", true) : [];
  if (head === null || tail === null) return null;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Returns the bytes of colon-separated groups. If `atEnd` is true, the last group may be dotted IPv4. */
function groups(text: string, atEnd: boolean): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const bytes: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.includes(".")) {
      const v4 = atEnd && i === parts.length - 1 ? parseIpv4(part) : null;
      if (v4 === null) return null;
      bytes.push(...v4);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return null;
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

/**
 * Formats an address in its canonical text form (RFC 5952 for IPv6, with its section 5 for IPv4-mapped addresses).
 */
export function formatIp(bytes: IpBytes): string {
  if (bytes.length === 4) return bytes.join(".");
  const mapped = mappedIpv4(bytes);
  if (mapped !== null) return `::ffff:${mapped.join(".")}`;
  const words = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
  const run = longestZeroRun(words);
  const hex = (from: number, to: number) =>
    words
      .slice(from, to)
      .map((w) => w.toString(16))
      .join(":");
  return run.length < 2 ? hex(0, 8) : `${hex(0, run.start)}::${hex(run.start + run.length, 8)}`;
}

function longestZeroRun(words: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let i = 0; i <= words.length; i++) {
    if (words[i] === 0) continue;
    if (i - start > best.length) best = { start, length: i - start };
    start = i + 1;
  }
  return best;
}

/** A block of addresses in CIDR form. */
export type Cidr = { readonly bytes: IpBytes; readonly bits: number };

/** Parses `address/bits` or a single address. Returns null for other texts, and if host bits are set. */
export function parseCidr(text: string): Cidr | null {
  const [address = "", length, ...rest] = text.split("/");
  const bytes = parseIp(address);
  if (bytes === null || rest.length > 0) return null;
  if (length === undefined) return { bytes, bits: bytes.length * 8 };
  if (!/^\d{1,3}$/.test(length) || Number(length) > bytes.length * 8) return null;
  const cidr = { bytes, bits: Number(length) };
  const zeroed = bytes.every((byte, i) => (byte & ~maskOf(cidr.bits, i) & 0xff) === 0);
  return zeroed ? cidr : null;
}

/**
 * Converts a block of IPv4-mapped addresses (::ffff:0:0/96, RFC 4291 2.5.5.2) to its IPv4 block; returns other
 * blocks unchanged.
 */
export function plainCidr({ bytes, bits }: Cidr): Cidr {
  const mapped = bits >= 96 ? mappedIpv4(bytes) : null;
  return mapped === null ? { bytes, bits } : { bytes: mapped, bits: bits - 96 };
}

/**
 * Returns true if the block contains the address. An IPv4 block never contains an IPv6 address, and vice versa.
 */
export function contains(cidr: Cidr, ip: IpBytes): boolean {
  if (cidr.bytes.length !== ip.length) return false;
  return ip.every((byte, i) => ((byte ^ (cidr.bytes[i] ?? 0)) & maskOf(cidr.bits, i)) === 0);
}

/** Returns the mask for byte `i` of an address, for a prefix of `bits` bits. */
function maskOf(bits: number, i: number): number {
  const left = Math.min(8, Math.max(0, bits - 8 * i));
  return (0xff << (8 - left)) & 0xff;
}

/**
 * Returns the key under which rate limits count a client: the IPv4 address (also for IPv4-mapped IPv6) or the IPv6
 * /64.
 */
export function clientKey(address: string): string {
  if (!address.includes(":")) return address;
  const bytes = parseIp(address);
  if (bytes === null) return address;
  const mapped = mappedIpv4(bytes);
  if (mapped !== null) return formatIp(mapped);
  return `${formatIp([...bytes.slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0])}/64`;
}

/**
 * Returns the IPv4 address inside an IPv4-mapped address (::ffff:0:0/96, RFC 4291 2.5.5.2), or null for other
 * addresses.
 */
export function mappedIpv4(bytes: IpBytes): IpBytes | null {
  if (bytes.length !== 16) return null;
  const isMapped = bytes.slice(0, 10).every((b) => b === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12) : null;
}

/**
 * Returns an address in the reversed form used for DNS names: IPv4 octets or IPv6 nibbles, last one first (RFC
 * 5782 2.4).
 */
export function reversed(bytes: IpBytes): string {
  const parts =
    bytes.length === 4
      ? bytes.map(String)
      : bytes.flatMap((byte) => [byte >> 4, byte & 15].map((n) => n.toString(16)));
  return parts.toReversed().join(".");
}

/** Returns the name that holds an address's PTR records (RFC 1035 3.5, RFC 3596 2.5). */
export function reverseName(bytes: IpBytes): string {
  return `${reversed(bytes)}.${bytes.length === 4 ? "in-addr" : "ip6"}.arpa`;
}

/**
 * Returns the address that a reverse name stands for, or null for other names and for reverse names of whole blocks.
 */
export function reversedIn(name: string): IpBytes | null {
  const [, parts = "", family] = /^([0-9a-f.]+)\.(in-addr|ip6)\.arpa$/i.exec(name) ?? [];
  const labels = parts.split(".").toReversed();
  if (family?.toLowerCase() !== "ip6") return labels.length === 4 ? parseIpv4(labels.join(".")) : null;
  if (labels.length !== 32 || labels.some((label) => label.length !== 1)) return null;
  return Array.from({ length: 16 }, (_, i) => Number.parseInt(`${labels[2 * i]}${labels[2 * i + 1]}`, 16));
}
