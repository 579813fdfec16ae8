import { LRUCache } from "lru-cache";

/** Limits of a cache. */
export type CacheOptions<V> = {
  /** Maximum number of entries. If there are more, the least recently used entry is evicted. */
  readonly max: number;
  /** Time to live of an entry in milliseconds, unless `set` is called with another one. */
  readonly ttlMs: number;
  /** Maximum total size in bytes, for caches whose entries differ much in size; `of` returns the size of one value. */
  readonly bytes?: { readonly max: number; readonly of: (value: V) => number };
};

/**
 * A bounded in-memory cache on top of lru-cache. Entries are removed by age, number and total size. The cache uses no
 * timers.
 */
export class Cache<K extends {}, V extends {}> {
  private readonly entries: LRUCache<K, V>;
  private evictions = 0;

  constructor({ max, ttlMs, bytes }: CacheOptions<V>) {
    this.entries = new LRUCache<K, V>({
      max,
      ttl: ttlMs,
      ttlResolution: 0,
      // The clock is read through a function so that tests can replace it. The 1 is added because lru-cache treats a
      // start time of 0 as unset.
      perf: { now: () => performance.now() + 1 },
      dispose: (_value, _key, reason) => {
        if (reason === "evict") this.evictions += 1;
      },
      ...(bytes === undefined
        ? {}
        : { maxSize: bytes.max, sizeCalculation: (value: V) => bytes.of(value) || 1 }),
    });
  }

  /** Returns the value for a key, or undefined if the cache has no value or the value has expired. */
  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  /** Returns the value for a key like `get`, but does not mark the entry as recently used. */
  peek(key: K): V | undefined {
    return this.entries.peek(key);
  }

  /**
   * Stores a value, unless the value is larger than the whole cache.
   * @param ttlMs time to live of this entry in milliseconds; the default is that of the cache.
   */
  set(key: K, value: V, ttlMs?: number): void {
    this.entries.set(key, value, ttlMs === undefined ? {} : { ttl: ttlMs });
  }

  delete(key: K): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Number of entries, including expired ones that have not been requested since they expired. */
  get size(): number {
    return this.entries.size;
  }

  /** Number of entries evicted so far because the cache was full. */
  get evicted(): number {
    return this.evictions;
  }
}
