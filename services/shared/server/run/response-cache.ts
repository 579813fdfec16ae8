import { Cache } from "@dnstools/concurrency/cache";
import type { Run } from "./shared-run.ts";

/** Answers of one tool, and bytes of all of them, at most. */
const ANSWERS_MAX = 2000;
const BYTES_MAX = 33_554_432;

/** Answers of one tool that outlive their call, as their text. @param maxAgeS seconds that an answer is kept at most; 0 keeps none. */
export function createResponseCache(maxAgeS: number) {
  const runs = new Cache<string, Run>({
    max: ANSWERS_MAX,
    ttlMs: 1000 * maxAgeS,
    // A character of a string has up to two bytes.
    bytes: {
      max: BYTES_MAX,
      of: ({ shared }) => 2 * Object.values(shared).reduce((sum, text) => sum + text.length, 0),
    },
  });
  return {
    get: (key: string) => runs.get(key) ?? null,
    /** Keeps an answer for `run.keepS` seconds, and no longer than the operator allows. */
    set(key: string, run: Run) {
      const ttlMs = 1000 * Math.min(run.keepS, maxAgeS);
      if (ttlMs <= 0) return;
      // The text is all that is given again.
      const judgement = { ...run.judgement, data: null, findings: [] };
      runs.set(key, { ...run, judgement, evidence: [], keptSince: performance.now() }, ttlMs);
    },
    entries: () => runs.size,
    evicted: () => runs.evicted,
  };
}
