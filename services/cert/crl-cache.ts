import { Cache } from "@dnstools/concurrency/cache";
import type { Crl } from "@dnstools/core/protocol/x509/crl";

/** Revocation lists by their URLs, each until the update that it announces, and for an hour at most. */
export type CrlCache = {
  readonly get: (url: string) => Crl | null;
  readonly put: (url: string, crl: Crl) => void;
};

/** Lists, and bytes of all lists, at most. */
const LISTS_MAX = 1000;
const BYTES_MAX = 33_554_432;
/** Seconds that a list is cached: authorities publish a new one long before the old one ends, and at once when they revoke. */
const CACHED_S = 3600;

/** @param now seconds since 1970. */
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
