/** Concatenates byte arrays. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * Compares two byte arrays in canonical order: from left to right, and a prefix sorts before longer data (RFC 4034
 * 6.3).
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns byte arrays in canonical order, without duplicates. */
export function sortedOnce(all: readonly Uint8Array[]): Uint8Array[] {
  const sorted = all.toSorted(compareBytes);
  return sorted.filter((bytes, i) => i === 0 || compareBytes(bytes, sorted[i - 1] as Uint8Array) !== 0);
}

/** Decodes hex. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Returns true if two byte arrays are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a, b) === 0;
}
