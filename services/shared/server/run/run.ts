import { harmlessJson } from "@dnstools/core/harmless";
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { linksOf } from "@dnstools/core/tool/links";
import { askedTargets, targetKey } from "@dnstools/core/tool/target";
import type { Judged, Tool } from "@dnstools/core/tool/tool";
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { Input } from "../client/call.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ToolMetrics, ToolOutcome } from "../metrics/request-metrics.ts";
import { forCall } from "../trace/current.ts";
import { recordRun } from "../trace/run-span.ts";
import { openBelow } from "../trace/span.ts";
import type { Tracing } from "../trace/tracing.ts";
import type { Admission } from "./admission.ts";
import { Overrun, withinDeadline } from "./deadline.ts";
import { createResponseCache } from "./response-cache.ts";
import { type Calling, type Run, SharedRun, type SharedText } from "./shared-run.ts";

/** The parts of the process that runs of tools need. */
export type RunDeps<Io> = {
  /** The tools' access to the network. */
  readonly io: Io;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** The operator's own deadlines of tools in milliseconds, which replace those of the contracts. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Maximum age in seconds of cached answers, for tools whose answers are cached; 0 disables the cache. */
  readonly cacheMaxAgeS: number;
};

/**
 * Runs a tool within its deadline, which starts when its work begins. A call is answered from the cache, joins the run
 * in flight for the same normalized input, or starts a run. Runs about the same target take turns. `SingleFlight` of
 * concurrency does not fit; see SharedRun for the reasons.
 */
export class ToolRuns<Io> {
  private readonly running = new Map<string, SharedRun>();
  private readonly tool: Tool<Io>;
  private readonly deps: RunDeps<Io>;
  private readonly admission: Admission;
  private readonly count: ToolMetrics;
  private readonly schema: TypeCheck<TSchema>;
  private readonly cached: ReturnType<typeof createResponseCache>;
  private readonly lookedUp: (result: "hit" | "miss" | "coalesced") => void;

  constructor(tool: Tool<Io>, deps: RunDeps<Io>, admission: Admission) {
    const { contract } = tool;
    this.tool = tool;
    this.deps = deps;
    this.admission = admission;
    this.count = deps.metrics.tool(contract.tool);
    this.schema = TypeCompiler.Compile(contract.data);
    this.cached = createResponseCache(deps.cacheMaxAgeS);
    this.lookedUp = deps.metrics.cache(contract.tool, ["hit", "miss", "coalesced"], this.cached);
  }

  /**
   * Answers a call.
   * @throws Fault if there is no answer, or if the client has hung up.
   */
  async answer(input: Input, call: Calling): Promise<Run> {
    try {
      const run = await this.find(JSON.stringify(input), input, call);
      this.count.ended(OUTCOMES[run.judgement.kind]);
      return run;
    } catch (error) {
      this.count.ended(call.signal.aborted ? "cancelled" : outcomeOf(error));
      throw error;
    }
  }

  private find(key: string, input: Input, call: Calling): Run | Promise<Run> {
    const known = this.cached.get(key);
    if (known !== null) {
      this.lookedUp("hit");
      call.span.attributes["dnstools.cache.hit"] = true;
      return known;
    }
    const same = this.running.get(key);
    this.lookedUp(same === undefined ? "miss" : "coalesced");
    return same === undefined
      ? this.join(this.begin(key, input, call), key, call)
      : this.joinOrBegin(same, key, input, call);
  }

  /** Joins the run of another call. */
  private async joinOrBegin(same: SharedRun, key: string, input: Input, call: Calling): Promise<Run> {
    const start = performance.now();
    try {
      return await this.join(same, key, call);
    } catch (error) {
      if (!(error instanceof Fault && error.code === "overloaded")) throw error;
      // The run was refused while it waited on behalf of its first caller. This call may have a different caller and
      // more time left, so it tries again with a run of its own.
      const own = { ...call, waitedMs: call.waitedMs + performance.now() - start };
      return this.join(this.running.get(key) ?? this.begin(key, input, own), key, own);
    }
  }

  private join(run: SharedRun, key: string, call: Calling): Promise<Run> {
    return run.join(call, () => {
      if (this.forget(key, run)) run.cancel();
    });
  }

  /**
   * Removes a run from the runs in flight.
   * @returns true if the run was still in flight.
   */
  private forget(key: string, run: SharedRun): boolean {
    return this.running.get(key) === run && this.running.delete(key);
  }

  private begin(key: string, input: Input, call: Calling): SharedRun {
    const run = new SharedRun(openBelow(call.span.context), async (own) => {
      try {
        const made = await this.work(input, own, call);
        if (!own.isCancelled) this.cached.set(key, made);
        return made;
      } finally {
        this.forget(key, own);
      }
    });
    this.running.set(key, run);
    return run;
  }

  private async work(input: Input, run: SharedRun, { caller, waitedMs, requestId }: Calling): Promise<Run> {
    const { tool, deps } = this;
    const { cost, tool: name } = tool.contract;
    const deadlineMs = deps.deadlines[name] ?? tool.contract.deadlineMs;
    const began = performance.now();
    const target = tool.asksTarget(input) ? askedTargets(input).map(targetKey).join(" ") : "";
    const entering = this.admission.enter({ caller, target, cost, waitedMs }, run.end.signal);
    // If there is capacity, the work begins synchronously, because not even a microtask is awaited.
    const leave = entering instanceof Promise ? await entering : entering;
    const start = performance.now();
    let outcome: ToolOutcome = "internal_error";
    let evidence: Run["evidence"] = [];
    try {
      run.working();
      const observedAt = new Date().toISOString();
      const { context } = run.span;
      const judged = await withinDeadline(deadlineMs, run.end, (signal) =>
        forCall({ requestId, context, caller }, () => tool.run(input, deps.io, signal, run.progress)),
      );
      evidence = judged.evidence;
      mustHold(this.schema, judged);
      outcome = OUTCOMES[judged.judgement.kind];
      const elapsedMs = Math.round(performance.now() - start);
      return {
        ...judged,
        shared: sharedText(tool.contract, input, judged),
        observedAt,
        elapsedMs,
        deadlineMs,
        keptSince: null,
      };
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      leave();
      this.count.ran(performance.now() - start);
      if (run.isCancelled) outcome = "cancelled";
      recordRun(deps.tracing, run.span, { tool: name, outcome, start: began, evidence });
    }
  }
}

/** Returns the parts of an answer that are equal for all calls, each as JSON text. */
function sharedText(contract: Contract, input: Input, { judgement, evidence }: Judged): SharedText {
  if (judgement.kind !== "answer") return NO_TEXT;
  const { summary, data, findings } = judgement;
  return {
    head: harmlessJson(JSON.stringify({ tool: contract.tool, query: input, summary })).slice(1, -1),
    links: JSON.stringify(linksOf(contract, input)),
    data: harmlessJson(JSON.stringify(data)),
    findings: harmlessJson(JSON.stringify(findings)),
    evidence: harmlessJson(JSON.stringify(evidence)),
  };
}

const NO_TEXT: SharedText = { head: "", links: "", data: "", findings: "", evidence: "" };

/**
 * Throws if an answer violates its published schema. This is an internal error; its message contains the place of the
 * violation.
 */
function mustHold(schema: TypeCheck<TSchema>, { judgement }: Judged): void {
  if (judgement.kind !== "answer" || schema.Check(judgement.data)) return;
  const first = schema.Errors(judgement.data).First();
  throw new Error(`the answer violates its contract at ${first?.path}: ${first?.message}`);
}

const OUTCOMES = {
  answer: "ok",
  domain_not_found: "target_error",
  unavailable: "upstream_error",
} as const satisfies Record<Judged["judgement"]["kind"], ToolOutcome>;

/** Returns the outcome, for metrics, of a call without an answer. */
function outcomeOf(error: unknown): ToolOutcome {
  // Metrics count a timeout, but the caller gets internal_error because a tool that ignores its signal has a bug.
  if (error instanceof Overrun) return "timeout";
  const code = error instanceof Fault ? error.code : "internal_error";
  return code === "overloaded" ? "refused" : "internal_error";
}
