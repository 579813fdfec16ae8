/** Bun's and the bundler's: it loads at once, and only when it is called. */
declare const require: (path: "@noble/curves/ed448.js") => typeof import("@noble/curves/ed448.js");

/** Octets of keys and signatures (RFC 8032 5.2). */
const KEY = 57;
const SIGNATURE = 114;

/**
 * Whether an Ed448 signature holds; null where the bytes are no key. The platform has no Ed448, and few zones have: the
 * library is loaded for the first of them.
 */
export function verifyEd448(key: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean | null {
  if (key.length !== KEY) return null;
  if (signature.length !== SIGNATURE) return false;
  const { ed448 } = require("@noble/curves/ed448.js");
  try {
    ed448.Point.fromBytes(key);
  } catch {
    return null;
  }
  try {
    // RFC 8032 5.2.7, as others check.
    return ed448.verify(signature, data, key, { zip215: false });
  } catch {
    return false;
  }
}
