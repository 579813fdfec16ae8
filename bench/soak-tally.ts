import { percentile } from "./open-loop.ts";
import { MARGIN_MS, type Outcome, type Verdict } from "./soak-ask.ts";

/** Verdicts that make a soak fail. */
const WRONG: readonly Verdict[] = ["hang", "undocumented", "internal", "broken"];
/** Number of wrong answers that are shown. */
const SHOWN = 20;

/** Counts the outcomes of a soak. */
export class Tally {
  readonly counts = new Map<string, number>();
  /** Outcomes by what the caller did and what it got, such as `json 200`. */
  readonly statuses = new Map<string, number>();
  readonly shown: string[] = [];
  total = 0;
  late = 0;
  /** Milliseconds of the answered request that was latest, compared with the documented time. */
  worstMs = Number.NEGATIVE_INFINITY;
  private readonly times: number[] = [];

  add(outcome: Outcome, after: string): void {
    const { request, verdict, status, code, ms, overMs, why } = outcome;
    this.total++;
    increase(this.counts, verdict);
    if (verdict !== "left") {
      increase(this.statuses, `${request.part} ${status === 0 ? verdict : `${status} ${code}`.trim()}`);
      this.worstMs = Math.max(this.worstMs, overMs);
      if (overMs > 0) this.late++;
      if (request.part === "json" && status === 200) this.times.push(ms);
    }
    if (WRONG.includes(verdict) && this.shown.length < SHOWN)
      this.shown.push(
        `${after}: ${verdict} after ${ms.toFixed(0)} ms: ${request.part} ${request.path} ${status} ${code} ${why}`,
      );
  }

  /** Counts something that must not be and is no answer, such as a process that ended. */
  fail(what: string): void {
    increase(this.counts, "broken");
    if (this.shown.length < SHOWN) this.shown.push(what);
  }

  /** Number of outcomes that must not be. */
  get wrong(): number {
    return WRONG.reduce((sum, verdict) => sum + (this.counts.get(verdict) ?? 0), 0);
  }

  /** Describes the outcomes in some lines. */
  text(): string {
    const each = [...this.statuses].sort().map(([what, count]) => `${count} x ${what}`);
    const [p50, p99] = [50, 99].map((percent) => percentile(this.times, percent).toFixed(0));
    return [
      `${this.total} requests: ${list(this.counts)}; ${this.late} later than documented, the worst by ${this.worstMs.toFixed(0)} ms ` +
        `(a hang: ${MARGIN_MS} ms); JSON answers p50 ${p50}, p99 ${p99} ms`,
      `  ${each.join(", ")}`,
      ...this.shown.map((line) => `  ${line}`),
    ].join("\n");
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Formats counts by their names. */
export function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
}
