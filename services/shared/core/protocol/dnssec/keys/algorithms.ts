/** How signatures of an algorithm are checked. */
export type Algorithm =
  | { readonly kind: "rsa"; readonly hash: "sha1" | "sha256" | "sha512" }
  | {
      readonly kind: "ecdsa";
      readonly hash: "sha256" | "sha384";
      /** Of the field. */
      readonly bits: number;
      /** Octets of a coordinate; a key and a signature are two. */
      readonly octets: number;
    }
  | { readonly kind: "ed25519" | "ed448"; readonly bits: number };

/**
 * The algorithms that are checked, by number: RFC 3110, 5155 and 5702, RFC 6605, RFC 8080. Those that RFC 8624 3.1
 * forbids to check (RSAMD5, DSA, GOST) are not among them: zones that have no other are insecure.
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

/** How signatures of an algorithm are checked; undefined where they are not. */
export function algorithmOf(number: number): Algorithm | undefined {
  return ALGORITHMS[number];
}
