import type { Answers } from "./answers.ts";

/** The parts of the lookup, by the name shown to users. Each value lists the parts that have to finish first. */
const FOLLOWS_FROM = {
  MX: [],
  SPF: [],
  DMARC: [],
  DKIM: ["MX", "SPF"],
  "MTA-STS": [],
  "TLS-RPT": [],
  DANE: ["MX"],
  BIMI: ["DMARC"],
  blocklists: ["MX"],
  "addresses of reports": ["DMARC", "TLS-RPT"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Name of a part of the lookup. */
type LookedUp = keyof typeof FOLLOWS_FROM;
const LOOKED_UP = Object.keys(FOLLOWS_FROM) as readonly LookedUp[];

/**
 * Returns the result of one part of the lookup.
 * @param inputs everything that `work` uses besides the answers; compared by identity.
 */
export type RunPart = <T>(part: LookedUp, inputs: readonly unknown[], work: (answers: Answers) => T) => T;

/** Returns a `RunPart` that keeps no results: it runs each part every time, with the given answers. */
export function runAll(answers: Answers): RunPart {
  return (_part, _inputs, work) => work(answers);
}

/**
 * The last result of a part, the inputs that the result was computed from, and the keys of the queries that the part
 * still waits for.
 */
type Kept = {
  readonly inputs: readonly unknown[];
  readonly missing: ReadonlySet<string>;
  readonly result: unknown;
};

/** The results of the parts, kept from one lookup to the next. */
export type KeptParts = {
  /**
   * Runs a part only if its result can differ from the last one, because an input has changed or a query that the part
   * waited for has been answered.
   */
  readonly run: RunPart;
  /** Returns the parts that wait for no query, and whose dependencies wait for none. */
  readonly finished: () => readonly LookedUp[];
};

/**
 * Keeps the results of the parts of one lookup.
 * @param isAnswered returns true if the query with the given key has been answered.
 * @param answersFor returns the answers received so far, which call `missing` with the key of each query without an
 * answer.
 */
export function keepParts(
  isAnswered: (key: string) => boolean,
  answersFor: (missing: (key: string) => void) => Answers,
): KeptParts {
  const kept = new Map<LookedUp, Kept>();
  const isOpen = (part: LookedUp) => (kept.get(part)?.missing.size ?? 1) > 0;
  return {
    run<T>(part: LookedUp, inputs: readonly unknown[], work: (answers: Answers) => T): T {
      const last = kept.get(part);
      if (last !== undefined && isCurrent(last, inputs, isAnswered)) return last.result as T;
      const missing = new Set<string>();
      const result = work(answersFor((key) => missing.add(key)));
      kept.set(part, { inputs, missing, result });
      return result;
    },
    finished: () => LOOKED_UP.filter((part) => ![part, ...FOLLOWS_FROM[part]].some(isOpen)),
  };
}

function isCurrent(
  { inputs: before, missing }: Kept,
  inputs: readonly unknown[],
  isAnswered: (key: string) => boolean,
): boolean {
  return inputs.every((input, at) => input === before[at]) && ![...missing].some(isAnswered);
}
