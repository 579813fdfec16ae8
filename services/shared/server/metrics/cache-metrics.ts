import type { ToolName } from "@dnstools/core/tool/contract";
import type { MetricMakers } from "./metric-makers.ts";

/** What came of asking a cache. */
export type CacheResult = "hit" | "miss" | "stale" | "negative" | "coalesced";
export type CacheName = ToolName | "keys" | "mail_servers";

/** How much a cache holds, and what had to go for want of room since it began. */
export type Held = { readonly entries: () => number; readonly evicted: () => number };

/** Begins to count a cache. @param held null where nobody counts that. @returns what to call when it was asked. */
export type CacheMetrics = <R extends CacheResult>(
  cache: CacheName,
  results: readonly R[],
  held: Held | null,
) => (result: R) => void;

type Counted = { readonly results: Map<CacheResult, number>; readonly held: Held | null };

export function cacheMetrics(make: MetricMakers): CacheMetrics {
  const caches = new Map<CacheName, Counted>();
  make.counterOf("cache_requests_total", "What was asked of a cache.", ["cache", "result"], () =>
    [...caches].flatMap(([cache, { results }]) =>
      [...results].map(([result, count]) => [{ cache, result }, count] as const),
    ),
  );
  const each = (value: (held: Held) => number) => () =>
    [...caches].flatMap(([cache, { held }]) => (held === null ? [] : [[{ cache }, value(held)] as const]));
  make.gaugeOf(
    "cache_entries",
    "What a cache holds.",
    ["cache"],
    each(({ entries }) => entries()),
  );
  make.counterOf(
    "cache_evictions_total",
    "What went out of a cache before its time, since there was no room.",
    ["cache"],
    each(({ evicted }) => evicted()),
  );
  return (cache, results, held) => {
    const counts = new Map<CacheResult, number>(results.map((result) => [result, 0]));
    caches.set(cache, { results: counts, held });
    return (result) => void counts.set(result, (counts.get(result) ?? 0) + 1);
  };
}
