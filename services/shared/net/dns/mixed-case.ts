import { randomId } from "./socket-pool.ts";

/** Where a message's question begins (RFC 1035 4.1.1). */
const HEADER = 12;

/**
 * A query with each letter of its name in upper or lower case by chance: a forger must guess that too, where the
 * answer must echo it (draft-vixie-dnsext-dns0x20, which most servers do without knowing it).
 */
export function mixCase(query: Uint8Array): Uint8Array {
  const mixed = Uint8Array.from(query);
  for (let at = HEADER; mixed[at] !== 0; ) {
    const end = at + (mixed[at] as number);
    while (++at <= end)
      if (isLetter(mixed[at] as number) && (randomId() & 1) === 1) mixed[at] = (mixed[at] as number) ^ 0x20;
  }
  return mixed;
}

/** Whether an answer echoes a mixed name as it is; if so, the plain one is put into its place, where records point. */
export function unmix(answer: Uint8Array, mixed: Uint8Array, plain: Uint8Array): boolean {
  const end = mixed.indexOf(0, HEADER);
  for (let at = HEADER; at < end; at++) if (answer[at] !== mixed[at]) return false;
  answer.set(plain.subarray(HEADER, end), HEADER);
  return true;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
