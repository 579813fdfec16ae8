import type { Crl } from "@dnstools/core/protocol/x509/crl";

/** Revocation lists by where they were had from, each until it says that the next one is there, and for an hour at most. */
export type CrlCache = {
  readonly get: (url: string) => Crl | null;
  readonly put: (url: string, crl: Crl) => void;
};

/** Bytes of all lists that are kept; the oldest go first. */
const BYTES_MAX = 33_554_432;
/** Seconds that a list is kept: authorities publish a new one long before the old one ends, and at once when they revoke. */
const KEPT_S = 3600;

/** @param now seconds since 1970. */
export function createCrlCache(now: () => number): CrlCache {
  const kept = new Map<string, { readonly crl: Crl; readonly until: number }>();
  let bytes = 0;
  const sizeOf = ({ signed }: Crl) => signed.data.bytes.length;
  function drop(url: string): void {
    const known = kept.get(url);
    if (known === undefined) return;
    bytes -= sizeOf(known.crl);
    kept.delete(url);
  }
  return {
    get(url) {
      const known = kept.get(url);
      if (known === undefined) return null;
      if (known.until > now()) return known.crl;
      drop(url);
      return null;
    },
    put(url, crl) {
      const until = Math.min(crl.nextUpdate ?? 0, now() + KEPT_S);
      if (until <= now() || sizeOf(crl) > BYTES_MAX) return;
      drop(url);
      kept.set(url, { crl, until });
      bytes += sizeOf(crl);
      for (const oldest of kept.keys()) {
        if (bytes <= BYTES_MAX) break;
        drop(oldest);
      }
    },
  };
}
