import type { Signal } from "../protocol/platform.ts";
import type { Contract } from "./contract.ts";
import type { Evidence } from "./evidence.ts";
import { type Finding, worstFirst } from "./finding.ts";
import { withEvidence } from "./finding-evidence.ts";
import type { InputOf, ParamSpecs } from "./params.ts";
import type { Summary } from "./summary.ts";
import type { WorkProgress } from "./work-progress.ts";

/** What a probe saw: plain JSON with its evidence, so that a case can be replayed. */
export type Observed = { readonly evidence: readonly Evidence[] };

/** What the judgement of a look comes to. */
export type Judgement<Data> =
  | {
      readonly kind: "answer";
      readonly summary: Summary;
      readonly data: Data;
      readonly findings: readonly Finding[];
      /** Words before the summary and each finding, where the call gave something to judge in place of what is published; ends with a space. */
      readonly instead?: string;
      /** Whether the judgement named the exchanges that show each finding: none are searched for. */
      readonly evidenced?: true;
    }
  | { readonly kind: "domain_not_found"; readonly detail: string }
  | { readonly kind: "unavailable"; readonly detail: string };

/** What a look comes to that none of our own resolvers answered: nothing, and least of all a verdict. */
export const RESOLVERS_DEAD = {
  kind: "unavailable",
  detail:
    "This API's own resolvers are silent, or give answers that cannot be believed. Nothing is known about the name. Try again later.",
} as const satisfies Judgement<never>;

/**
 * A tool's three parts. `probe` never judges and settles within its signal, and names what it has finished in `progress`; `analyse` is
 * synchronous, total and knows no clock.
 */
export type ToolParts<P extends ParamSpecs, Io, S extends Observed, Data> = {
  readonly contract: Contract<P>;
  readonly probe: (input: InputOf<P>, io: Io, signal: Signal, progress: WorkProgress) => Promise<S>;
  readonly analyse: (observed: S, input: InputOf<P>) => Judgement<Data>;
  /** Seconds that an answer may be given again; absent where each call looks anew. */
  readonly keepS?: (data: Data) => number;
  /** Whether a call asks servers of its target, and so takes turns with other calls about it; absent where every call does. */
  readonly asksTarget?: (input: InputOf<P>) => boolean;
};

/** A judgement with the evidence it rests on. */
export type Judged = {
  readonly judgement: Judgement<unknown>;
  readonly evidence: readonly Evidence[];
  /** Seconds that it may be given again; 0 where each call looks anew. */
  readonly keepS: number;
};

/** A tool as a service's list holds it: its own types are closed in, so that tools of all kinds fit one list. */
export type Tool<Io> = {
  readonly contract: Contract;
  /** @param input as parseQuery read it by this tool's contract. @param progress says meanwhile how far the work has come. */
  readonly run: (
    input: InputOf<ParamSpecs>,
    io: Io,
    signal: Signal,
    progress: WorkProgress,
  ) => Promise<Judged>;
  /** Whether a call asks servers of its target, and so takes turns with other calls about it. */
  readonly asksTarget: (input: InputOf<ParamSpecs>) => boolean;
};

/** Makes a tool of its parts. */
export function tool<P extends ParamSpecs, Io, S extends Observed, Data>(
  parts: ToolParts<P, Io, S, Data>,
): Tool<Io> {
  return {
    contract: parts.contract,
    asksTarget: (given) => parts.asksTarget?.(given as InputOf<P>) ?? true,
    async run(given, io, signal, progress) {
      // What parseQuery read by this contract has the contract's types.
      const input = given as InputOf<P>;
      const observed = await parts.probe(input, io, signal, progress);
      const judgement = finish(parts.analyse(observed, input), parts.contract, observed);
      const keepS = judgement.kind === "answer" ? (parts.keepS?.(judgement.data) ?? 0) : 0;
      return { judgement, evidence: observed.evidence, keepS };
    },
  };
}

/** A judgement as it is shown: findings worst first, each with the exchanges that show it; what was judged `instead` is said in every text. */
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
