import type { Signal } from "../protocol/platform.ts";
import type { Contract } from "./contract.ts";
import type { Evidence } from "./evidence.ts";
import { type Finding, worstFirst } from "./finding.ts";
import { withEvidence } from "./finding-evidence.ts";
import type { InputOf, ParamSpecs } from "./params.ts";
import type { Summary } from "./summary.ts";
import type { WorkProgress } from "./work-progress.ts";

/** The observation of a probe. It is plain data and includes its evidence, so that a case can be replayed. */
export type Observed = { readonly evidence: readonly Evidence[] };

/** The result of judging an observation. */
export type Judgement<Data> =
  | {
      readonly kind: "answer";
      readonly summary: Summary;
      readonly data: Data;
      readonly findings: readonly Finding[];
      /**
       * Words to put before the summary and before each finding if the tool judged text from the call instead of
       * published data. They end with a space.
       */
      readonly instead?: string;
      /** Set if the judgement has already added the exchanges to each finding, so that `withEvidence` is not needed. */
      readonly evidenced?: true;
    }
  | { readonly kind: "domain_not_found"; readonly detail: string }
  | { readonly kind: "unavailable"; readonly detail: string };

/** The judgement if none of our own resolvers answered, so that no verdict is possible. */
export const RESOLVERS_DEAD = {
  kind: "unavailable",
  detail:
    "This API's own resolvers do not answer or give unreliable answers, so nothing is known about the name. Try again later.",
} as const satisfies Judgement<never>;

/**
 * The parts of a tool. `probe` never judges, ends when its signal fires, and reports finished work in `progress`.
 * `analyse` is synchronous, never throws and does not read the clock.
 */
export type ToolParts<P extends ParamSpecs, Io, S extends Observed, Data> = {
  readonly contract: Contract<P>;
  readonly probe: (input: InputOf<P>, io: Io, signal: Signal, progress: WorkProgress) => Promise<S>;
  readonly analyse: (observed: S, input: InputOf<P>) => Judgement<Data>;
  /** Number of seconds for which an answer may be cached; absent if each call makes a new observation. */
  readonly keepS?: (data: Data) => number;
  /**
   * Returns true if a call queries servers of its target. Calls to the same target that do so share a limit. Absent if
   * every call of the tool queries servers of its target.
   */
  readonly asksTarget?: (input: InputOf<P>) => boolean;
};

/** A judgement with the evidence on which it is based. */
export type Judged = {
  readonly judgement: Judgement<unknown>;
  readonly evidence: readonly Evidence[];
  /** Number of seconds for which the answer may be cached; 0 if each call makes a new observation. */
  readonly keepS: number;
};

/** A tool without its own type parameters, so that all tools fit in one list. */
export type Tool<Io> = {
  readonly contract: Contract;
  /**
   * Runs a call: probes the target, then judges the observation.
   * @param input as parsed by parseQuery with this tool's contract.
   * @param progress receives the progress of the work.
   */
  readonly run: (
    input: InputOf<ParamSpecs>,
    io: Io,
    signal: Signal,
    progress: WorkProgress,
  ) => Promise<Judged>;
  /** Returns true if a call queries servers of its target. Calls to the same target that do so share a limit. */
  readonly asksTarget: (input: InputOf<ParamSpecs>) => boolean;
};

/** Creates a tool from its parts. */
export function tool<P extends ParamSpecs, Io, S extends Observed, Data>(
  parts: ToolParts<P, Io, S, Data>,
): Tool<Io> {
  return {
    contract: parts.contract,
    asksTarget: (given) => parts.asksTarget?.(given as InputOf<P>) ?? true,
    async run(given, io, signal, progress) {
      // The input was parsed with this contract, so it has the contract's types.
      const input = given as InputOf<P>;
      const observed = await parts.probe(input, io, signal, progress);
      const judgement = finish(parts.analyse(observed, input), parts.contract, observed);
      const keepS = judgement.kind === "answer" ? (parts.keepS?.(judgement.data) ?? 0) : 0;
      return { judgement, evidence: observed.evidence, keepS };
    },
  };
}

/**
 * Completes a judgement: sorts the findings (worst first), adds the exchanges that show each finding, and puts the
 * words of `instead` before the summary and before each finding.
 */
function finish<Data>(
  judgement: Judgement<Data>,
  { findings: table }: Pick<Contract, "findings">,
  { evidence }: Observed,
): Judgement<Data> {
  if (judgement.kind !== "answer") return judgement;
  const { instead = "", summary, evidenced } = judgement;
  const sorted = worstFirst(judgement.findings);
  const findings = evidenced ? sorted : withEvidence(sorted, table, evidence);
  return {
    ...judgement,
    summary: { ...summary, text: `${instead}${summary.text}` },
    findings:
      instead === "" ? findings : findings.map((one) => ({ ...one, message: `${instead}${one.message}` })),
  };
}
