import { Cache } from "@dnstools/concurrency/cache";
import type { Held } from "../metrics/metrics.ts";
import type { Run } from "./shared-run.ts";

/** Answers of one tool that outlive their call, as their text. */
export type ResponseCache = Held & {
  readonly get: (key: string) => Run | null;
  /** Keeps an answer for `run.keepS` seconds, and no longer than the operator allows. */
  readonly set: (key: string, run: Run) => void;
};

/** Answers of one tool, and bytes of all of them, at most. */
const ANSWERS_MAX = 2000;
const BYTES_MAX = 33_554_432;

/** @param maxAgeS seconds that an answer is kept at most; 0 keeps none. */
export function createResponseCache(maxAgeS: number): ResponseCache {
  const runs = new Cache<string, Run>({
    max: ANSWERS_MAX,
    ttlMs: 1000 * maxAgeS,
    // A character of a string has up to two bytes.
    bytes: { max: BYTES_MAX, of: ({ shared }) => 2 * shared.length },
  });
  return {
    get: (key) => runs.get(key) ?? null,
    set(key, run) {
      const ttlMs = 1000 * Math.min(run.keepS, maxAgeS);
      if (ttlMs <= 0) return;
      // The text is all that is given again.
      const judgement = { kind: "answer", data: null, findings: [] } as const;
      runs.set(key, { ...run, judgement, evidence: [], keptSince: performance.now() }, ttlMs);
    },
    entries: () => runs.size,
    evicted: () => runs.evicted,
  };
}
