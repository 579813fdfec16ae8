import { randomId } from "./random-id.ts";

/** Size of a message's header in bytes; the question follows the header (RFC 1035 4.1.1). */
const HEADER = 12;

/**
 * Returns a copy of a query in which the case of each letter of the name is random. A server echoes the name, so a
 * forger must guess the case too (draft-vixie-dnsext-dns0x20; most servers preserve the case even without implementing
 * the draft).
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

/**
 * Returns true if a response echoes the mixed-case name exactly. In this case, the function writes the plain name into
 * the response, so that compressed names in its records have the plain case too.
 */
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
