import { orAborted } from "@dnstools/concurrency/abortable";
import { Fault } from "@dnstools/core/tool/fault";
import { targetKey, targetsOf } from "@dnstools/core/tool/target";
import type { Judged, Tool } from "@dnstools/core/tool/tool";
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { Input, Progress } from "../client/call.ts";
import { clientGone } from "../http/problem.ts";
import type { ToolMetrics, ToolOutcome } from "../metrics/tool-metrics.ts";
import { forCall } from "../trace/current.ts";
import { recordRun } from "../trace/run-span.ts";
import { type OpenSpan, openBelow } from "../trace/span.ts";
import type { Admission } from "./admission.ts";
import type { ServiceDeps } from "./mount.ts";
import { createResponseCache } from "./response-cache.ts";

/** One look and its judgement, shared by all who asked the same question meanwhile. */
export type Run = Judged & {
  /** JSON of what all callers share, made once: an answer may be large and shared by many. */
  readonly shared: string;
  readonly observedAt: string;
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** When it was put by, in milliseconds of the process's clock; null where it was made for who asks. */
  readonly keptSince: number | null;
};

/** A call as a run needs it. */
export type Calling = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The request's. */
  readonly span: OpenSpan;
  /** Callers take turns. */
  readonly caller: string;
  /** Milliseconds that the call has waited for its turn already. */
  readonly waitedMs: number;
  /** Must not throw: a run goes on for all of its calls. */
  readonly onProgress?: (progress: Progress) => void;
};

/** A run under way, which ends early when no caller waits for it any more. */
type UnderWay = {
  readonly done: Promise<Run>;
  readonly end: AbortController;
  readonly span: OpenSpan;
  phase: Progress["phase"];
  /** Calls that wait for the run. */
  readonly calls: Set<Calling>;
};

/**
 * Runs a tool within its deadline, which begins when its work begins. Calls with the same question after normalisation share one
 * run, and the signal of no single caller reaches it; runs about the same target take turns.
 */
export function createRun<Io>(
  tool: Tool<Io>,
  deps: ServiceDeps<Io>,
  admission: Admission,
  count: ToolMetrics,
): (input: Input, call: Calling) => Promise<Run> {
  const { contract } = tool;
  const deadlineMs = deps.deadlines[contract.tool] ?? contract.deadlineMs;
  const schema = TypeCompiler.Compile(contract.data);
  const running = new Map<string, UnderWay>();
  const cached = createResponseCache(deps.cacheMaxAgeS);
  const wanted = deps.metrics.cache(contract.tool, ["hit", "miss", "coalesced"], cached);

  async function run(input: Input, under: UnderWay, { caller, waitedMs, requestId }: Calling): Promise<Run> {
    const { end, span } = under;
    const began = performance.now();
    const target = tool.asksTarget(input) ? targetsOf(input).map(targetKey).join(" ") : "";
    const entering = admission.enter({ caller, target, cost: contract.cost, waitedMs }, end.signal);
    // Not a turn of the queue of promises later, where there is room.
    const leave = entering instanceof Promise ? await entering : entering;
    const start = performance.now();
    let outcome: ToolOutcome = "internal_error";
    let evidence: Run["evidence"] = [];
    try {
      under.phase = "working";
      for (const { onProgress } of under.calls) onProgress?.({ phase: "working" });
      const observedAt = new Date().toISOString();
      const judged = await within(deadlineMs, end, (signal) =>
        forCall({ requestId, context: span.context, caller }, () => tool.run(input, deps.io, signal)),
      );
      evidence = judged.evidence;
      mustHold(schema, judged);
      outcome = OUTCOMES[judged.judgement.kind];
      const { judgement } = judged;
      const shown =
        judgement.kind === "answer" ? { data: judgement.data, findings: judgement.findings, evidence } : {};
      const shared = JSON.stringify(shown).slice(1, -1);
      const elapsedMs = Math.round(performance.now() - start);
      return { ...judged, shared, observedAt, elapsedMs, deadlineMs, keptSince: null };
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      leave();
      count.ran(performance.now() - start);
      if (end.signal.reason === GONE) outcome = "cancelled";
      recordRun(deps.tracing, span, { tool: contract.tool, outcome, start: began, evidence });
    }
  }

  function begin(key: string, input: Input, call: Calling): UnderWay {
    const { promise: done, resolve, reject } = Promise.withResolvers<Run>();
    const under: UnderWay = {
      done,
      end: new AbortController(),
      span: openBelow(call.span.context),
      phase: "waiting",
      calls: new Set(),
    };
    running.set(key, under);
    const ended = () => {
      if (running.get(key) === under) running.delete(key);
    };
    run(input, under, call).then(
      (run) => {
        if (under.end.signal.reason !== GONE) cached.set(key, run);
        ended();
        resolve(run);
      },
      (error) => {
        ended();
        reject(error);
      },
    );
    // Where all callers have gone, none hears how it ended.
    done.catch(() => {});
    return under;
  }

  async function join(under: UnderWay, key: string, call: Calling): Promise<Run> {
    under.calls.add(call);
    // The span of a run that another call began is in that call's trace.
    if (under.span.parentId !== call.span.context.spanId) call.span.links.push(under.span.context);
    try {
      call.onProgress?.({ phase: under.phase });
      const run = await orAborted(under.done, call.signal);
      if (run === null) throw clientGone();
      return run;
    } finally {
      under.calls.delete(call);
      if (under.calls.size === 0 && running.get(key) === under) {
        running.delete(key);
        under.end.abort(GONE);
      }
    }
  }

  async function answered(input: Input, call: Calling): Promise<Run> {
    const key = JSON.stringify(input);
    const known = cached.get(key);
    if (known !== null) {
      wanted("hit");
      call.span.attributes["dnstools.cache.hit"] = true;
      return known;
    }
    const same = running.get(key);
    wanted(same === undefined ? "miss" : "coalesced");
    if (same === undefined) return join(begin(key, input, call), key, call);
    const start = performance.now();
    try {
      return await join(same, key, call);
    } catch (error) {
      if (!(error instanceof Fault && error.code === "overloaded")) throw error;
      // The run waited in the name of its first caller. This call has a caller of its own, and may have more time left.
      const own = { ...call, waitedMs: call.waitedMs + performance.now() - start };
      return join(running.get(key) ?? begin(key, input, own), key, own);
    }
  }

  return async (input, call) => {
    try {
      const run = await answered(input, call);
      count.ended(OUTCOMES[run.judgement.kind]);
      return run;
    } catch (error) {
      count.ended(call.signal.aborted ? "cancelled" : outcomeOf(error));
      throw error;
    }
  };
}

/** Why a run ended before its time: no caller waits for it any longer. */
const GONE = "gone";

class Overrun extends Error {
  override message = "the tool has run past its deadline";
}

/** Milliseconds beyond its deadline after which a tool that has not settled is our mistake. */
const OVERRUN_MS = 500;

/** Does work with a signal that fires at its deadline. Work that has not settled a moment later is an error. */
async function within<T>(
  deadlineMs: number,
  deadline: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise: overrun, reject } = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    deadline.abort();
    timer = setTimeout(() => reject(new Overrun()), OVERRUN_MS);
  }, deadlineMs);
  try {
    return await Promise.race([work(deadline.signal), overrun]);
  } finally {
    clearTimeout(timer);
  }
}

/** No answer leaves that breaks its published schema: that would be our mistake, and the log says where it is. */
function mustHold(schema: TypeCheck<TSchema>, { judgement }: Judged): void {
  if (judgement.kind !== "answer" || schema.Check(judgement.data)) return;
  const first = schema.Errors(judgement.data).First();
  throw new Error(`the answer breaks its contract at ${first?.path}: ${first?.message}`);
}

const OUTCOMES = {
  answer: "ok",
  domain_not_found: "target_error",
  unavailable: "upstream_error",
} as const satisfies Record<Judged["judgement"]["kind"], ToolOutcome>;

/** How a call ended that has no answer. */
function outcomeOf(error: unknown): ToolOutcome {
  if (error instanceof Overrun) return "timeout";
  const code = error instanceof Fault ? error.code : "internal_error";
  return code === "overloaded" ? "refused" : "internal_error";
}
