import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Certificate, certificate } from "../certificate.ts";

/** The expiry time of a certificate in seconds since 1970, and its whole lifetime in seconds. */
export type CertificateTime = { readonly end: number; readonly lifetime: number };

/**
 * Creates a function that returns the times of the certificate that expires first; null if there are no certificates.
 * Each call reads the files, because certificates are renewed in place. While a chain and key are invalid, the times
 * of the last valid pair are used, because nginx also keeps that pair.
 */
export function createFirstToEnd(certificates: readonly Certificate[]): () => CertificateTime | null {
  const times = new Map<string, CertificateTime>();
  return () => {
    for (const { chain, key } of certificates) {
      if ("problem" in certificate(`${chain}=${key}`)) continue;
      const { validFrom, validTo } = new X509Certificate(readFileSync(chain));
      const end = Date.parse(validTo) / 1000;
      times.set(chain, { end, lifetime: end - Date.parse(validFrom) / 1000 });
    }
    return [...times.values()].toSorted((a, b) => a.end - b.end)[0] ?? null;
  };
}
