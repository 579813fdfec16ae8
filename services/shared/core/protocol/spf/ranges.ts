import type { IpBytes } from "../ip.ts";

/** A range of addresses, including both ends. */
type Range = { readonly first: bigint; readonly last: bigint };

/**
 * A set of networks of one address family. `count` returns the number of addresses in them and counts overlapping
 * addresses once.
 */
export type Ranges = {
  readonly add: (ip: IpBytes, bits: number) => void;
  readonly count: () => bigint;
};

/** Maximum number of networks that are counted, far more than real records have. */
const RANGES_MAX = 5000;

/** Creates an empty set of networks. */
export function createRanges(): Ranges {
  const ranges: Range[] = [];
  return {
    add(ip, bits) {
      if (ranges.length >= RANGES_MAX) return;
      const size = 1n << BigInt(ip.length * 8 - bits);
      const address = ip.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      // Clears the host bits of the address.
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
