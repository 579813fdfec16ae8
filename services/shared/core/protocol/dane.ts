import { createHash } from "./platform.ts";
import type { Certificate } from "./x509/certificate.ts";

/** A TLSA record's data (RFC 6698 2.1). */
export type Tlsa = {
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  /** The certificate association data in hex. */
  readonly certificate: string;
};

/** Hash and digest length (bytes) of each matching type. Type 0 matches the data unhashed (RFC 6698 2.1.3). */
const DIGESTS: Readonly<Record<number, { readonly algorithm: "sha256" | "sha512"; readonly bytes: number }>> =
  {
    1: { algorithm: "sha256", bytes: 32 },
    2: { algorithm: "sha512", bytes: 64 },
  };

/**
 * Returns the field that makes a TLSA record unusable, or null if the record is usable. Records with unknown values
 * are unusable (RFC 6698 4.1). For SMTP between servers, the certificate usages that need a trust store are unusable
 * too (RFC 7672 3.1.3).
 */
export function unusableBecause(
  record: Tlsa,
  smtp: boolean,
): "usage" | "selector" | "matching_type" | "length" | null {
  if (record.usage > 3 || (smtp && record.usage < 2)) return "usage";
  if (record.selector > 1) return "selector";
  if (record.matchingType > 2) return "matching_type";
  const digest = DIGESTS[record.matchingType];
  const length = record.certificate.length / 2;
  return digest === undefined ? (length > 0 ? null : "length") : length === digest.bytes ? null : "length";
}

/** Returns true if a TLSA record's data matches the certificate or its public key (RFC 6698 2.1.2, 2.1.3). */
export function matchesTlsa({ selector, matchingType, certificate: data }: Tlsa, one: Certificate): boolean {
  const bytes = selector === 0 ? one.der : one.key.spki;
  const digest = DIGESTS[matchingType];
  return (
    (digest === undefined ? hex(bytes) : createHash(digest.algorithm).update(bytes).digest("hex")) ===
    data.toLowerCase()
  );
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
