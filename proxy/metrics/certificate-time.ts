import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Certificate } from "../certificate.ts";

/** When a certificate ends, in seconds since 1970, and for how many seconds it was made. */
export type CertificateTime = { readonly end: number; readonly lifetime: number };

/** Of some certificates the one that ends first; null where none can be read. Read each time: they are renewed in place. */
export function firstToEnd(certificates: readonly Pick<Certificate, "chain">[]): CertificateTime | null {
  const times = certificates.flatMap(({ chain }) => {
    try {
      const { validFrom, validTo } = new X509Certificate(readFileSync(chain));
      const end = Date.parse(validTo) / 1000;
      return [{ end, lifetime: end - Date.parse(validFrom) / 1000 }];
    } catch {
      // What nginx cannot read it says itself.
      return [];
    }
  });
  return times.toSorted((a, b) => a.end - b.end)[0] ?? null;
}
