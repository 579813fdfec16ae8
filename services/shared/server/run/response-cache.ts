import { Cache } from "@dnstools/concurrency/cache";
import type { Run } from "./shared-run.ts";

/** Maximum number of cached answers of one tool; BYTES_MAX is their maximum total size in bytes. */
const ANSWERS_MAX = 2000;
const BYTES_MAX = 33_554_432;

/**
 * Creates a cache of one tool's answers, stored as text.
 * @param maxAgeS maximum age of a cached answer in seconds; 0 disables the cache.
 */
export function createResponseCache(maxAgeS: number) {
  const runs = new Cache<string, Run>({
    max: ANSWERS_MAX,
    ttlMs: 1000 * maxAgeS,
    // The size is twice the length of the text, because a character of a string takes up to two bytes.
    bytes: {
      max: BYTES_MAX,
      of: ({ shared }) => 2 * Object.values(shared).reduce((sum, text) => sum + text.length, 0),
    },
  });
  return {
    get: (key: string) => runs.get(key) ?? null,
    /** Stores an answer for `run.keepS` seconds, but not longer than `maxAgeS`. */
    set(key: string, run: Run) {
      const ttlMs = 1000 * Math.min(run.keepS, maxAgeS);
      if (ttlMs <= 0) return;
      // The data is dropped because only the text is served from the cache.
      const judgement = { ...run.judgement, data: null, findings: [] };
      runs.set(key, { ...run, judgement, evidence: [], keptSince: performance.now() }, ttlMs);
    },
    entries: () => runs.size,
    evicted: () => runs.evicted,
  };
}
