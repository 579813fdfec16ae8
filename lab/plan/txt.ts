/** Bytes of one string of a TXT record (RFC 1035 section 3.3). */
const STRING_BYTES = 255;

/** A text as the rdata of a TXT record, as `dig +nosplit` prints it: strings of at most 255 bytes. */
export function txt(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const count = Math.max(1, Math.ceil(bytes.length / STRING_BYTES));
  const strings = Array.from({ length: count }, (_, i) =>
    Array.from(bytes.subarray(i * STRING_BYTES, (i + 1) * STRING_BYTES), shown).join(""),
  );
  return strings.map((string) => `"${string}"`).join(" ");
}

function shown(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === '"' || character === "\\") return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\${String(byte).padStart(3, "0")}`;
}
