import { Cache } from "@dnstools/concurrency/cache";
import type { Crl } from "@dnstools/core/protocol/x509/crl";

/**
 * Cache of revocation lists by URL. A list expires at the next update that it announces, and after an hour at
 * the latest.
 */
export type CrlCache = {
  readonly get: (url: string) => Crl | null;
  readonly put: (url: string, crl: Crl) => void;
};

/** Maximum number of lists in the cache; BYTES_MAX is the maximum size of all lists together in bytes. */
const LISTS_MAX = 1000;
const BYTES_MAX = 33_554_432;
/**
 * Maximum time that a list stays in the cache, in seconds. Authorities publish a new list long before the old one
 * expires, and at once after a revocation.
 */
const CACHED_S = 3600;

/**
 * Creates an empty cache.
 * @param now returns seconds since 1970.
 */
export function createCrlCache(now: () => number): CrlCache {
  const lists = new Cache<string, Crl>({
    max: LISTS_MAX,
    ttlMs: 1000 * CACHED_S,
    bytes: { max: BYTES_MAX, of: ({ signed }) => signed.data.bytes.length },
  });
  return {
    get(url) {
      const crl = lists.get(url);
      return crl === undefined || (crl.nextUpdate ?? 0) <= now() ? null : crl;
    },
    put(url, crl) {
      if ((crl.nextUpdate ?? 0) > now()) lists.set(url, crl);
    },
  };
}
