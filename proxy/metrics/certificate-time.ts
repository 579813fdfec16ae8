import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Certificate, certificate } from "../certificate.ts";

/** When a certificate ends, in seconds since 1970, and for how many seconds it was made. */
export type CertificateTime = { readonly end: number; readonly lifetime: number };

/**
 * Reads which of the certificates that nginx serves ends first; null without certificates. They are renewed in place, so each
 * call reads the files. Where a pair is broken it stands for the last whole one, which nginx goes on with.
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
