/**
 * Encodes a query for a resolver by hand, without the product's code.
 * @param type number of the record type; 1 is A.
 */
export function questionFor(id: number, name: string, type = 1): Uint8Array {
  const labels = name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]);
  return new Uint8Array([
    id >> 8,
    id & 255,
    1,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    ...labels,
    0,
    type >> 8,
    type & 255,
    0,
    1,
  ]);
}
