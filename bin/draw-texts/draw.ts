/** Draws `count` different items at random. The same seed draws the same items from the same list. */
export function draw<Item>(items: readonly Item[], count: number, seed: string): readonly Item[] {
  const hashed = items.map((item, at) => ({ item, order: Bun.hash(`${seed} ${at}`) }));
  hashed.sort((a, b) => (a.order < b.order ? -1 : 1));
  return hashed.slice(0, count).map(({ item }) => item);
}
