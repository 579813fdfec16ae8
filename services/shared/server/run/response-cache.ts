import type { Held } from "../metrics/metrics.ts";
import type { Run } from "./run.ts";

/** Answers that outlive their call. */
export type Kept = Held & {
  readonly get: (key: string) => Run | null;
  readonly keep: (key: string, run: Run) => void;
};

/** Answers kept of one tool, and bytes of all of them: the oldest go first. */
const KEPT_MAX = 2000;
const KEPT_BYTES_MAX = 33_554_432;

/** @param maxAgeS seconds that anything is kept at most. */
export function createKept(maxAgeS: number): Kept {
  const runs = new Map<string, { readonly run: Run; readonly until: number }>();
  let bytes = 0;
  let evicted = 0;
  const drop = (key: string) => {
    bytes -= 2 * (runs.get(key)?.run.shared.length ?? 0);
    runs.delete(key);
  };
  return {
    get(key) {
      const known = runs.get(key);
      if (known !== undefined && known.until > performance.now()) return known.run;
      drop(key);
      return null;
    },
    keep(key, run) {
      const now = performance.now();
      const until = now + Math.min(run.keepS, maxAgeS) * 1000;
      if (until <= now) return;
      drop(key);
      // Its text is all that is given again.
      const judgement = { kind: "answer", data: null, findings: [] } as const;
      runs.set(key, { run: { ...run, judgement, evidence: [], keptSince: now }, until });
      bytes += 2 * run.shared.length;
      for (const oldest of runs.keys()) {
        if (runs.size <= KEPT_MAX && bytes <= KEPT_BYTES_MAX) break;
        drop(oldest);
        evicted += 1;
      }
    },
    entries: () => runs.size,
    evicted: () => evicted,
  };
}
