import { createPublicKey, type NativeKey } from "../../platform.ts";
import { fromHex, joinBytes } from "../bytes.ts";
import { algorithmOf } from "./algorithms.ts";

/**
 * Supported RSA key sizes and exponents. The platform (BoringSSL) accepts odd numbers and exponents of 2 to 33 bits;
 * RFC 5702 2 limits the key size. Keys outside these limits are never passed to the platform, because it reports even
 * their valid signatures as wrong.
 */
const RSA_BITS = { min: 512, max: 4096 };
const EXPONENT_BITS_MAX = 33;

/** DER prefix of a SubjectPublicKeyInfo, up to the first byte of the point or key (RFC 5480, RFC 8410). */
const SPKI = {
  256: fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004"),
  384: fromHex("3076301006072a8648ce3d020106052b8104002203620004"),
  ed25519: fromHex("302a300506032b6570032100"),
};

/**
 * Returns an RSA key's exponent and modulus without leading zeros (RFC 3110 2), or null if the key is malformed.
 */
function rsaNumbers(bytes: Uint8Array): { exponent: Uint8Array; modulus: Uint8Array } | null {
  const long = bytes[0] === 0;
  const length = long ? ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0) : (bytes[0] ?? 0);
  const start = long ? 3 : 1;
  const exponent = trimmed(bytes.subarray(start, start + length));
  const modulus = trimmed(bytes.subarray(start + length));
  return exponent.length === 0 || modulus.length === 0 ? null : { exponent, modulus };
}

function trimmed(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.subarray(0, 0) : bytes.subarray(first);
}

/** Returns the bit length of a number without leading zeros. */
function bitLength(number: Uint8Array): number {
  return number.length * 8 - (Math.clz32(number[0] ?? 0) - 24);
}

/** Returns a public key's size in bits: the modulus for RSA, the field for curves; null if unknown. */
export function bitsOf(algorithm: number, bytes: Uint8Array): number | null {
  const known = algorithmOf(algorithm);
  // Algorithm 1 (RSAMD5) is not supported but has the same key format.
  if (known?.kind !== "rsa" && algorithm !== 1) return known?.bits ?? null;
  const numbers = rsaNumbers(bytes);
  return numbers === null ? null : bitLength(numbers.modulus);
}

/**
 * Converts an RSA, ECDSA or Ed25519 key to a platform key. Returns null for a key that the platform does not
 * support.
 */
export function nativeKey(algorithm: number, bytes: Uint8Array): NativeKey | null {
  const known = algorithmOf(algorithm);
  try {
    if (known?.kind === "rsa") return rsaKey(bytes);
    if (known?.kind === "ecdsa")
      return bytes.length === 2 * known.octets ? spkiKey(known.bits === 256 ? 256 : 384, bytes) : null;
    return known?.kind === "ed25519" && bytes.length === 32 ? spkiKey("ed25519", bytes) : null;
  } catch {
    return null;
  }
}

function spkiKey(kind: keyof typeof SPKI, bytes: Uint8Array): NativeKey {
  return createPublicKey({ key: joinBytes([SPKI[kind], bytes]), format: "der", type: "spki" });
}

function rsaKey(bytes: Uint8Array): NativeKey | null {
  const numbers = rsaNumbers(bytes);
  if (numbers === null) return null;
  const { exponent, modulus } = numbers;
  const bits = bitLength(modulus);
  const odd = ((modulus.at(-1) ?? 0) & (exponent.at(-1) ?? 0) & 1) === 1;
  if (!odd || bits < RSA_BITS.min || bits > RSA_BITS.max) return null;
  if (bitLength(exponent) < 2 || bitLength(exponent) > EXPONENT_BITS_MAX) return null;
  const body = joinBytes([derInteger(modulus), derInteger(exponent)]);
  return createPublicKey({ key: der(0x30, body), format: "der", type: "pkcs1" });
}

function derInteger(number: Uint8Array): Uint8Array {
  const positive = (number[0] ?? 0) < 0x80;
  return der(0x02, positive ? number : joinBytes([Uint8Array.of(0), number]));
}

/** Encodes a DER element of less than 65536 octets. */
function der(tag: number, body: Uint8Array): Uint8Array {
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return joinBytes([Uint8Array.of(tag, ...length), body]);
}
