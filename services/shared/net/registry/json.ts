/** Maximum nesting depth of JSON that is parsed; RDAP needs about a dozen levels. */
const DEPTH_MAX = 64;

/**
 * Parses a JSON object from untrusted bytes. Returns null if the bytes are anything else, or if the object is nested
 * deeper than DEPTH_MAX.
 */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  if (depthOf(bytes) > DEPTH_MAX) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Returns how deeply brackets outside strings are nested. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (inString && byte === BACKSLASH) i++;
    else if (byte === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (OPENING.includes(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.includes(byte)) depth--;
  }
  return deepest;
}
