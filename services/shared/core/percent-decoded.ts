/**
 * Returns the text with its percent-encoding decoded (RFC 3986 2.1); null if the text has a `%` that is not part of a
 * valid encoding, as a password may have.
 */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
