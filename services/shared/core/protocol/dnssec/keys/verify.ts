import { createHash, type NativeKey, verifySignature } from "../../platform.ts";
import { type SignatureVerdict, spend, type Work } from "../work.ts";
import { type Algorithm, algorithmOf } from "./algorithms.ts";
import { verifyEd448 } from "./ed448.ts";
import type { ZoneKey } from "./keys.ts";
import { nativeKey } from "./public-key.ts";

/** Number of bytes that can be assembled and hashed for one budget unit. */
const BYTES_PER_UNIT = 150;

/** Charges the budget for assembling and hashing bytes. Returns false if the budget is exhausted. */
export function spendReading(work: Work, octets: number): boolean {
  return spend(work, 10 + Math.ceil(octets / BYTES_PER_UNIT));
}

/**
 * Verifies one signature over bytes. The budget caches results, so each signature is verified only once. The result
 * for an unsupported key is `unsupported_key`.
 */
export function verifyBytes(
  key: ZoneKey,
  data: Uint8Array,
  signature: Uint8Array,
  work: Work,
): SignatureVerdict {
  const algorithm = algorithmOf(key.algorithm);
  if (algorithm === undefined) return "unsupported_key";
  const name = nameOf(key, data, signature);
  const known = work.verified.get(name);
  if (known !== undefined) return known;
  if (!spend(work, costOf(algorithm, key))) return "not_checked";
  work.spent.verifications++;
  const verdict = verdictOf(key, algorithm, data, signature);
  work.verified.set(name, verdict);
  return verdict;
}

/**
 * Returns the cache key of a verification. The cache key starts with the lengths of the inputs, so that different
 * inputs never have the same cache key.
 */
function nameOf(key: ZoneKey, data: Uint8Array, signature: Uint8Array): string {
  const lengths = Uint8Array.from([key.rdata.length, signature.length].flatMap((n) => [n >> 8, n & 0xff]));
  const hash = createHash("sha256").update(lengths).update(key.rdata).update(signature).update(data);
  return hash.digest("hex");
}

/**
 * Returns the cost of a verification in budget units, including parsing the key. A unit is about a microsecond on a
 * processor of 2022, with a margin for slower processors.
 */
function costOf(algorithm: Algorithm, { bits, rdata }: ZoneKey): number {
  switch (algorithm.kind) {
    case "rsa":
      return 15 + Math.ceil(((bits ?? 0) ** 2 / 150_000) * (isShort(rdata) ? 1 : 6));
    case "ecdsa":
      return algorithm.bits === 256 ? 150 : 800;
    case "ed25519":
      return 200;
    case "ed448":
      return 5000;
  }
}

/**
 * Returns true if the RSA exponent is 3 or 65537, as in almost all keys. Verification with other exponents takes up to
 * five times as long.
 */
function isShort([, , , , length, first, second, third]: Uint8Array): boolean {
  return length === 1 ? first === 3 : length === 3 && first === 1 && second === 0 && third === 1;
}

function verdictOf(
  key: ZoneKey,
  algorithm: Algorithm,
  data: Uint8Array,
  signature: Uint8Array,
): SignatureVerdict {
  const bytes = key.rdata.subarray(4);
  if (algorithm.kind === "ed448") return verdict(verifyEd448(bytes, data, signature));
  const native = nativeKey(key.algorithm, bytes);
  if (native === null || (algorithm.kind === "rsa" && tooShort(algorithm.hash, key.bits ?? 0)))
    return "unsupported_key";
  if (signature.length !== signatureOctets(algorithm, key.bits ?? 0)) return "wrong";
  return verdict(holds(algorithm, native, data, signature));
}

function verdict(held: boolean | null): SignatureVerdict {
  if (held === null) return "unsupported_key";
  return held ? "holds" : "wrong";
}

/**
 * Returns true if an RSA key is too short for the hash: SHA-512 needs a modulus of at least 1024 bits (RFC 5702 2.2).
 */
function tooShort(hash: "sha1" | "sha256" | "sha512", bits: number): boolean {
  return hash === "sha512" && bits < 1024;
}

function signatureOctets(algorithm: Algorithm, bits: number): number {
  if (algorithm.kind === "rsa") return Math.ceil(bits / 8);
  return algorithm.kind === "ecdsa" ? 2 * algorithm.octets : 64;
}

function holds(algorithm: Algorithm, key: NativeKey, data: Uint8Array, signature: Uint8Array): boolean {
  const hash = "hash" in algorithm ? algorithm.hash : null;
  try {
    return verifySignature(hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
}
