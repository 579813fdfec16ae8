import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Certificate, certificate } from "../certificate.ts";

/**
 * Reads when the first of the certificates that nginx serves ends, in seconds since 1970; null without certificates. They are
 * renewed in place, so each call reads the files. Where a pair is broken the end is that of the last whole one, which nginx
 * goes on with.
 */
export function createFirstEnd(certificates: readonly Certificate[]): () => number | null {
  const ends = new Map<string, number>();
  return () => {
    for (const { chain, key } of certificates) {
      if ("problem" in certificate(`${chain}=${key}`)) continue;
      ends.set(chain, Date.parse(new X509Certificate(readFileSync(chain)).validTo) / 1000);
    }
    return ends.size === 0 ? null : Math.min(...ends.values());
  };
}
