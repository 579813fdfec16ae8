import type { Answers } from "./answers.ts";

/** The parts of the lookup, by the name shown to users, each with the parts that have to finish before it. */
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

/** Returns a `RunPart` that runs every part, over the same answers. */
export function runAll(answers: Answers): RunPart {
  return (_part, _inputs, work) => work(answers);
}

/** The last result of a part, what it was made of, and the keys of the queries that it still waits for. */
type Kept = {
  readonly inputs: readonly unknown[];
  readonly missing: ReadonlySet<string>;
  readonly result: unknown;
};

/** The results of the parts, kept from one lookup to the next. */
export type KeptParts = {
  /**
   * Runs a part only if its result can differ from the last one: if an input has changed, or a query that it waited for
   * has been answered.
   */
  readonly run: RunPart;
  /** Returns the parts that wait for no query, and whose dependencies wait for none. */
  readonly finished: () => readonly LookedUp[];
};

/**
 * Keeps the results of the parts of one lookup.
 * @param isAnswered returns true if the query of a key has been answered.
 * @param answersFor returns the answers received so far; they call `missing` with the key of each query without an answer.
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
