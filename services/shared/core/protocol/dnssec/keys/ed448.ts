/** The synchronous `require` of Bun and of the bundler, which loads the library when it is first called. */
declare const require: (path: "@noble/curves/ed448.js") => typeof import("@noble/curves/ed448.js");

/** Length of keys and signatures in octets (RFC 8032 5.2). */
const KEY = 57;
const SIGNATURE = 114;

/**
 * Verifies an Ed448 signature; returns null if the bytes are not a valid key. The platform does not support Ed448
 * and few zones use it, so the library is loaded on first use.
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
    // Applies the strict rules of RFC 8032 5.2.7, as other validators do.
    return ed448.verify(signature, data, key, { zip215: false });
  } catch {
    return false;
  }
}
