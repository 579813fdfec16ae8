import { parseCidr } from "@dnstools/core/protocol/ip";

type Value = string | number | readonly string[] | { readonly [key: string]: Value };

/**
 * Returns a database of networks in MaxMind's format (MaxMind DB File Format Specification 2.0). It is an IPv6
 * database that also contains IPv4 networks.
 */
export function mmdb(type: string, networks: Readonly<Record<string, Value>>): Buffer {
  const nodes: [left: number, right: number][] = [[EMPTY, EMPTY]];
  const data: number[] = [];
  for (const [prefix, value] of Object.entries(networks)) {
    const cidr = parseCidr(prefix);
    if (cidr === null) throw new Error(`${prefix} is no block`);
    // The format stores IPv4 addresses in ::/96.
    const bits = [...(cidr.bytes.length === 4 ? Array<number>(12).fill(0) : []), ...cidr.bytes].flatMap(
      (byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1),
    );
    const path = bits.slice(0, cidr.bits + (cidr.bytes.length === 4 ? 96 : 0));
    const leaf = -2 - data.length;
    data.push(...encode(value));
    let at = 0;
    for (const [i, bit] of path.entries()) {
      const node = nodes[at] as [number, number];
      const side = bit === 0 ? 0 : 1;
      if (i === path.length - 1) node[side] = leaf;
      else if (node[side] < 0) node[side] = nodes.push([EMPTY, EMPTY]) - 1;
      at = node[side];
    }
  }
  const record = (value: number) => {
    const number = value === EMPTY ? nodes.length : value < 0 ? nodes.length + 16 + (-2 - value) : value;
    return [number >> 16, (number >> 8) & 0xff, number & 0xff];
  };
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: type,
    languages: ["en"],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_795_000_000,
    description: { en: "made by the lab" },
  });
  return Buffer.concat([
    Buffer.from(nodes.flatMap(([left, right]) => [...record(left), ...record(right)])),
    Buffer.alloc(16),
    Buffer.from(data),
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    Buffer.from(metadata),
  ]);
}

/** Value of a record without a target. Lower values refer to data. */
const EMPTY = -1;
const [STRING, UINT32, MAP, ARRAY] = [2, 6, 7, 11];

function encode(value: Value): number[] {
  if (typeof value === "string") {
    const bytes = [...Buffer.from(value)];
    return [...control(STRING, bytes.length), ...bytes];
  }
  if (typeof value === "number")
    return [...control(UINT32, 4), ...[24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)];
  if (Array.isArray(value)) return [...control(ARRAY, value.length), ...value.flatMap(encode)];
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  return [
    ...control(MAP, entries.length),
    ...entries.flatMap(([key, one]) => [...encode(key), ...encode(one)]),
  ];
}

function control(type: number, size: number): number[] {
  const head = size < 29 ? [size] : [29, size - 29];
  return type < 8
    ? [(type << 5) | (head[0] as number), ...head.slice(1)]
    : [head[0] as number, type - 7, ...head.slice(1)];
}
