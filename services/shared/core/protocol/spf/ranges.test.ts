import { expect, test } from "bun:test";
import { parseIp } from "../ip.ts";
import { createRanges } from "./ranges.ts";

function count(...networks: readonly string[]): bigint {
  const ranges = createRanges();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const ip = parseIp(address) ?? [];
    ranges.add(ip, bits === undefined ? ip.length * 8 : Number(bits));
  }
  return ranges.count();
}

test("networks are counted once, whatever overlaps (RFC 4632 3.1)", () => {
  const rows: readonly (readonly [networks: readonly string[], count: bigint])[] = [
    [[], 0n],
    [["192.0.2.1"], 1n],
    [["192.0.2.1", "192.0.2.1"], 1n],
    [["192.0.2.77/24"], 256n],
    [["192.0.2.0/24", "192.0.2.77", "192.0.3.0"], 257n],
    [["192.0.3.0/24", "192.0.2.0/23"], 512n],
    [["192.0.2.0/24", "192.0.2.128/25", "192.0.1.255"], 257n],
    [["0.0.0.0/0", "10.0.0.0/8"], 1n << 32n],
    [["0.0.0.0/1", "128.0.0.0/1"], 1n << 32n],
    [["255.255.255.255", "0.0.0.0"], 2n],
    [["2001:db8::/32"], 1n << 96n],
    [["::/0"], 1n << 128n],
    [["2001:db8::1", "2001:db8::2/127"], 3n],
  ];
  for (const [networks, sum] of rows) expect([networks, count(...networks)]).toEqual([networks, sum]);
});

test("no more than 5000 networks are counted", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `10.${i >> 8}.${i & 255}.1`);
  expect(count(...many)).toBe(5000n);
});
