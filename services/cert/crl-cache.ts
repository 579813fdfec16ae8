import type { Crl } from "@dnstools/core/protocol/x509/crl";

/** Revocation lists by where they were had from, each until it says that the next one is there. */
export type CrlCache = {
  readonly get: (url: string) => Crl | null;
  readonly put: (url: string, crl: Crl) => void;
};

/** Bytes of all lists that are kept; the oldest go first. */
const BYTES_MAX = 33_554_432;

/** @param now seconds since 1970. */
export function createCrlCache(now: () => number): CrlCache {
  const kept = new Map<string, Crl>();
  let bytes = 0;
  const sizeOf = ({ signed }: Crl) => signed.data.bytes.length;
  function drop(url: string): void {
    const known = kept.get(url);
    if (known === undefined) return;
    bytes -= sizeOf(known);
    kept.delete(url);
  }
  return {
    get(url) {
      const known = kept.get(url) ?? null;
      if (known === null || (known.nextUpdate ?? 0) > now()) return known;
      drop(url);
      return null;
    },
    put(url, crl) {
      if ((crl.nextUpdate ?? 0) <= now() || sizeOf(crl) > BYTES_MAX) return;
      drop(url);
      kept.set(url, crl);
      bytes += sizeOf(crl);
      for (const oldest of kept.keys()) {
        if (bytes <= BYTES_MAX) break;
        drop(oldest);
      }
    },
  };
}
