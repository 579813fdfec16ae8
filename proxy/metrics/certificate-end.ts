import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Certificate } from "../certificate.ts";

/** When the first of some certificates ends, in seconds since 1970; null where none can be read. Read anew: they are renewed in place. */
export function firstEnd(certificates: readonly Pick<Certificate, "chain">[]): number | null {
  const ends = certificates.flatMap(({ chain }) => {
    try {
      return [Date.parse(new X509Certificate(readFileSync(chain)).validTo) / 1000];
    } catch {
      // What nginx cannot read it says itself.
      return [];
    }
  });
  return ends.length === 0 ? null : Math.min(...ends);
}
