import { appendFileSync } from "node:fs";
import { goal } from "./measure.ts";

/**
 * A figure that a bench reports in addition to its printed text: one line of JSON in the file that the environment
 * variable BENCH_FIGURES names. `bin/bench report` runs the benches, reads their lines and writes the report from
 * them. A run of its own, such as a soak, keeps its lines in a file of bench (soak.jsonl), and its first line is a `run`.
 */
export type Figure = Goal | Peer | Growth | Cost | Memory | Slope | Series | Run | Against;

/** A goal: `measured` compared with `bound`, both in `unit`. `what` names it within its bench. */
export type Goal = {
  readonly kind: "goal";
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly bound: Bound;
  readonly kept: boolean;
};
/** A limit such as `<= 1.1`. */
export type Bound = `${"<" | "<=" | ">" | ">=" | "="} ${number}`;

/**
 * This project beside another tool that did the same work in the same run. `times` is what the other tool takes (time
 * or CPU, as `by` says) relative to this project: above 1 this project is better. NaN is not allowed: a tool that could
 * not be measured has null, and the reason in `found`.
 */
export type Peer = {
  readonly kind: "peer";
  readonly what: string;
  readonly peer: string;
  readonly by: "time" | "CPU" | "rate";
  readonly times: number | null;
  /** What each found, such as "ours 40 names, theirs 38"; empty where both do the same. */
  readonly found: string;
};

/** A point of a growth curve: `n` calls at once, or names in a word list, took `ms` in all. */
export type Growth = {
  readonly kind: "growth";
  readonly what: string;
  readonly of: "calls at once" | "names";
  readonly n: number;
  readonly ms: number;
  /** Highest resident memory so far in MB (VmHWM), of all processes of the product. */
  readonly mb: number;
  /** The most calls of one round that were not answered with 200. */
  readonly lost: number;
};

/** What one call of a tool sends, and its cost in units of the rate limit. */
export type Cost = {
  readonly kind: "cost";
  readonly tool: string;
  readonly call: string;
  readonly units: number;
  readonly questions: number;
  readonly bytesOut: number;
  readonly bytesIn: number;
};

/** Memory of a process in MB: at rest (resident, proportional, private), and at most (VmHWM) after `load`. */
export type Memory = {
  readonly kind: "memory";
  readonly target: string;
  readonly restMb: number;
  readonly pssMb: number;
  readonly ownMb: number;
  readonly mostMb: number;
  readonly load: string;
};

/**
 * Growth of something in the second half of a long run, per hour, with the ends of its 95 % confidence interval. `start` and `end` are
 * means of the first and the last tenth after the warm-up.
 */
export type Slope = {
  readonly kind: "slope";
  readonly what: string;
  readonly unit: string;
  readonly start: number;
  readonly end: number;
  readonly perHour: number;
  readonly low: number;
  readonly high: number;
  /** True if it does not grow. */
  readonly flat: boolean;
};

/** Values of something during a long run, at most 200 of them, for a plot: pairs of minutes and value. */
export type Series = {
  readonly kind: "series";
  readonly what: string;
  readonly unit: string;
  readonly points: readonly (readonly [minutes: number, value: number])[];
};

/** CPU of a row of `quick`, of the other commit's: the median of the rounds, the lowest and the highest. */
export type Against = {
  readonly kind: "against";
  readonly what: string;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
};

/** A run whose figures are kept: when, of which commit, and what it did, in words. */
export type Run = {
  readonly kind: "run";
  readonly date: string;
  readonly commit: string;
  readonly what: string;
};

/** Reports a figure to the file that BENCH_FIGURES names; without this variable, does nothing. */
export function figure(one: Figure): void {
  const file = process.env["BENCH_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(one)}\n`);
}

/**
 * Reports a goal.
 * @param what the goal in a few words, such as "warm, of its critical path"
 * @returns the goal, and whether it was reached, for the printed line
 */
export function reached(what: string, measured: number, bound: Bound, unit = "×"): string {
  const kept = keeps(measured, bound);
  figure({ kind: "goal", what, measured, unit, bound, kept });
  return goal(bound, kept);
}

/** True if a value keeps a bound. NaN keeps none. */
export function keeps(measured: number, bound: Bound): boolean {
  const [operator, text] = bound.split(" ");
  const limit = Number(text);
  if (operator === "<") return measured < limit;
  if (operator === "<=") return measured <= limit;
  if (operator === ">") return measured > limit;
  if (operator === ">=") return measured >= limit;
  return measured === limit;
}

/** Reads the lines of a file of figures. A line that a killed bench did not finish is left out. */
export function readFigures(text: string): readonly Figure[] {
  // JSON has no NaN: it writes null.
  const revive = (key: string, value: unknown) => (key === "measured" && value === null ? Number.NaN : value);
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line, revive) as Figure];
    } catch {
      return [];
    }
  });
}
