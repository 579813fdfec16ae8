import type { IpBytes } from "../ip.ts";

/** A run of addresses, both ends in it. */
type Range = { readonly first: bigint; readonly last: bigint };

/** Networks of one family, added one by one and counted without what overlaps. */
export type Ranges = {
  readonly add: (ip: IpBytes, bits: number) => void;
  readonly count: () => bigint;
};

/** More networks than these are not counted: nobody's record has them. */
const RANGES_MAX = 5000;

export function createRanges(): Ranges {
  const ranges: Range[] = [];
  return {
    add(ip, bits) {
      if (ranges.length >= RANGES_MAX) return;
      const size = 1n << BigInt(ip.length * 8 - bits);
      const address = ip.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      // Host bits are masked.
      const first = address - (address % size);
      ranges.push({ first, last: first + size - 1n });
    },
    count() {
      let total = 0n;
      let end = -1n;
      for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
        const from = first > end ? first : end + 1n;
        if (last < from) continue;
        total += last - from + 1n;
        end = last;
      }
      return total;
    },
  };
}
