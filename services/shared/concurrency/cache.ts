import { LRUCache } from "lru-cache";

export type CacheOptions<V> = {
  /** Entries at most; the least recently used one goes first. */
  readonly max: number;
  /** Milliseconds that an entry is good for, unless `set` says otherwise. */
  readonly ttlMs: number;
  /** Bytes of all entries at most, where entries differ much in size. */
  readonly bytes?: { readonly max: number; readonly of: (value: V) => number };
};

/** A bounded cache in memory, over lru-cache: entries end by age, count and size. Nothing runs between calls: no timers. */
export class Cache<K extends {}, V extends {}> {
  private readonly entries: LRUCache<K, V>;
  private evictions = 0;

  constructor({ max, ttlMs, bytes }: CacheOptions<V>) {
    this.entries = new LRUCache<K, V>({
      max,
      ttl: ttlMs,
      ttlResolution: 0,
      // Looked up at each call, so that tests with a fake clock have it. lru-cache takes a start of 0 for none.
      perf: { now: () => performance.now() + 1 },
      dispose: (_value, _key, reason) => {
        if (reason === "evict") this.evictions += 1;
      },
      ...(bytes === undefined
        ? {}
        : { maxSize: bytes.max, sizeCalculation: (value: V) => bytes.of(value) || 1 }),
    });
  }

  /** The entry of a key; undefined where there is none, or no longer. */
  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  /** Likewise, and the entry is no more recently used for it. */
  peek(key: K): V | undefined {
    return this.entries.peek(key);
  }

  /** Keeps an entry, which one that is larger than the whole cache is not. @param ttlMs how long it is good for; default: the cache's. */
  set(key: K, value: V, ttlMs?: number): void {
    this.entries.set(key, value, ttlMs === undefined ? {} : { ttl: ttlMs });
  }

  delete(key: K): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Entries held, also those whose time is over and that no call has asked for since. */
  get size(): number {
    return this.entries.size;
  }

  /** Entries that went for want of room so far. */
  get evicted(): number {
    return this.evictions;
  }
}
