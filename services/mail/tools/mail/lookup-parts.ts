import type { Facts, ReportAnswers } from "./answers.ts";

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
 * @param inputs everything that `work` uses besides the answers and can change between two lookups of a report; compared
 * by identity.
 */
export type RunPart = <T>(
  part: LookedUp,
  inputs: readonly unknown[],
  work: (answers: ReportAnswers) => T,
) => T;

/** Returns a `RunPart` that keeps no results: it runs each part every time, with the given answers. */
export function runAll(answers: ReportAnswers): RunPart {
  return (_part, _inputs, work) => work(answers);
}

/** The `RunPart` that the probe of a report has used, by the DNS answers of the report. */
const KEPT = new WeakMap<Facts["dns"], RunPart>();

/**
 * Returns a `RunPart` for the judgement of a report: the one of the probe, which has run each part over all answers that
 * have come. If the answers come from no probe, each part is run with `answers`.
 */
export function runKept({ dns }: Pick<Facts, "dns">, answers: ReportAnswers): RunPart {
  return KEPT.get(dns) ?? runAll(answers);
}

/** The last result of a part, as long as no query that it waited for has been answered. */
type Kept = {
  /** The inputs that the result was computed from. */
  readonly inputs: readonly unknown[];
  readonly result: unknown;
  /** Keys of the queries that the part waits for. */
  readonly missing: ReadonlySet<string>;
};

/** The results of the parts, kept from one lookup to the next. */
export type KeptParts = {
  /**
   * Runs a part only if its result can differ from the last one, because an input has changed or a query that the part
   * waited for has been answered.
   */
  readonly run: RunPart;
  /** Tells the parts that the query with this key has been answered. */
  readonly answered: (key: string) => void;
  /** Returns the parts that wait for no query, and whose dependencies wait for none. */
  readonly finished: () => readonly LookedUp[];
};

/**
 * Keeps the results of the parts of one report's lookup.
 * @param facts the answers of the report.
 * @param answersFor returns the answers received so far, which call `missing` with the key of each query without an
 * answer.
 */
export function keepParts(
  { dns }: Pick<Facts, "dns">,
  answersFor: (missing: (key: string) => void) => ReportAnswers,
): KeptParts {
  const kept = new Map<LookedUp, Kept>();
  const isOpen = (part: LookedUp) => kept.get(part)?.missing.size !== 0;
  const parts: KeptParts = {
    run<T>(part: LookedUp, inputs: readonly unknown[], work: (answers: ReportAnswers) => T): T {
      const last = kept.get(part);
      if (last !== undefined && inputs.every((input, at) => input === last.inputs[at]))
        return last.result as T;
      const missing = new Set<string>();
      const result = work(answersFor((key) => missing.add(key)));
      kept.set(part, { inputs, result, missing });
      return result;
    },
    answered(key) {
      for (const [part, { missing }] of kept) if (missing.has(key)) kept.delete(part);
    },
    finished: () => LOOKED_UP.filter((part) => ![part, ...FOLLOWS_FROM[part]].some(isOpen)),
  };
  KEPT.set(dns, parts.run);
  return parts;
}
