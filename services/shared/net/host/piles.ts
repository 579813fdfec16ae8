import type { Way } from "./explain.ts";

/** Milliseconds within which failures count together. */
const WITHIN_MS = 10_000;
/** Number of servers that must fail. */
const HIGH = 3;

type Pile = { readonly since: number; readonly addresses: Set<string> };

/**
 * Counts servers that fail one after another in the same way: over one family and transport, at one port. An answer in
 * that way ends the pile, because it shows that packets get through.
 */
export class Piles {
  private readonly piles = new Map<string, Pile>();
  private high = false;

  /** True if several servers have failed, and none answered, since the last `clear`. */
  get isHigh(): boolean {
    return this.high;
  }

  add(way: Way): void {
    const key = keyOf(way);
    const now = performance.now();
    let pile = this.piles.get(key);
    if (pile === undefined || now - pile.since > WITHIN_MS) {
      pile = { since: now, addresses: new Set() };
      this.piles.set(key, pile);
    }
    if (pile.addresses.size < HIGH) pile.addresses.add(way.address);
    this.high ||= pile.addresses.size === HIGH;
  }

  end(way: Way): void {
    // There is rarely a pile, and a call gets hundreds of answers.
    if (this.piles.size > 0) this.piles.delete(keyOf(way));
  }

  clear(): void {
    this.piles.clear();
    this.high = false;
  }
}

/** The number of keys is small, because only the ports that tools use are queried. */
function keyOf({ address, port, transport }: Way): string {
  return `${transport} ${port} ${address.includes(":")}`;
}
