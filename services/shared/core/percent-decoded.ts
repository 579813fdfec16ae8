/** A text with what is percent-encoded in it as the characters meant (RFC 3986 2.1); null where a % stands for none, as in a password. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
