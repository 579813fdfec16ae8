import { createHash } from "./platform.ts";
import type { Certificate } from "./x509/certificate.ts";

/** A TLSA record's data (RFC 6698 2.1). */
export type Tlsa = {
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  /** Hexadecimal. */
  readonly certificate: string;
};

/** Bytes of what a matching type makes; 0 leaves what is matched as it is (RFC 6698 2.1.3). */
const DIGESTS: Readonly<Record<number, { readonly algorithm: "sha256" | "sha512"; readonly bytes: number }>> =
  {
    1: { algorithm: "sha256", bytes: 32 },
    2: { algorithm: "sha512", bytes: 64 },
  };

/**
 * Why a record is none to go by; null where it is usable. What is not known counts as not there (RFC 6698 4.1). For mail
 * between servers so do the usages that need a trust store (RFC 7672 3.1.3).
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

/** Whether a record's data is a certificate's, or its key's (RFC 6698 2.1.2, 2.1.3). */
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
