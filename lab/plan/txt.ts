/** Maximum length of one string in a TXT record, in bytes (RFC 1035 section 3.3). */
const STRING_BYTES = 255;
/** Matches a text without characters that must be escaped. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Returns a text as the rdata of a TXT record, as `dig +nosplit` prints it: strings of at most 255 bytes. */
export function txt(text: string): string {
  // Encoded as latin1, each byte becomes one character.
  const bytes = PLAIN.test(text) ? text : Buffer.from(text).toString("latin1");
  const strings = [bytes.slice(0, STRING_BYTES)];
  for (let at = STRING_BYTES; at < bytes.length; at += STRING_BYTES)
    strings.push(bytes.slice(at, at + STRING_BYTES));
  return strings.map((string) => `"${escaped(string)}"`).join(" ");
}

function escaped(bytes: string): string {
  if (PLAIN.test(bytes)) return bytes;
  return bytes.replace(/[^ !#-[\]-~]/g, (one) =>
    one === '"' || one === "\\" ? `\\${one}` : `\\${String(one.charCodeAt(0)).padStart(3, "0")}`,
  );
}
