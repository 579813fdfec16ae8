/** How signatures of an algorithm are verified. */
export type Algorithm =
  | { readonly kind: "rsa"; readonly hash: "sha1" | "sha256" | "sha512" }
  | {
      readonly kind: "ecdsa";
      readonly hash: "sha256" | "sha384";
      /** Size of the curve's field, in bits. */
      readonly bits: number;
      /** Length of one coordinate, in octets. Keys and signatures are twice as long. */
      readonly octets: number;
    }
  | { readonly kind: "ed25519" | "ed448"; readonly bits: number };

/**
 * The supported algorithms, by number (RFC 3110, RFC 5155, RFC 5702, RFC 6605, RFC 8080). RSAMD5, DSA and GOST are
 * excluded because RFC 9904 and RFC 9906 forbid validating them: zones that use only these algorithms are insecure.
 */
const ALGORITHMS: Readonly<Record<number, Algorithm>> = {
  5: { kind: "rsa", hash: "sha1" },
  7: { kind: "rsa", hash: "sha1" },
  8: { kind: "rsa", hash: "sha256" },
  10: { kind: "rsa", hash: "sha512" },
  13: { kind: "ecdsa", hash: "sha256", bits: 256, octets: 32 },
  14: { kind: "ecdsa", hash: "sha384", bits: 384, octets: 48 },
  15: { kind: "ed25519", bits: 256 },
  16: { kind: "ed448", bits: 456 },
};

/** RSASHA1 and RSASHA1-NSEC3-SHA1, which validators treat as insecure (RFC 9905 2). */
const INSECURE: readonly number[] = [5, 7];

/**
 * Returns true if DS records of an algorithm are used. Unbound and BIND 9.18 still use those of RSASHA1 (as of
 * 2026-11-28).
 */
export function isAccepted(number: number): boolean {
  return algorithmOf(number) !== undefined && !INSECURE.includes(number);
}

/** Returns how signatures of an algorithm are verified, or undefined for an unsupported algorithm. */
export function algorithmOf(number: number): Algorithm | undefined {
  return ALGORITHMS[number];
}
