import { Fault } from "@dnstools/core/fault";
import type { InputOf, ParamSpecs } from "@dnstools/core/params";
import type { Judged, Tool } from "@dnstools/core/tool";
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { createKept } from "./kept.ts";
import type { ServiceDeps } from "./mount.ts";
import { clientGone } from "./problem.ts";
import type { Targets } from "./targets.ts";
import type { ToolMetrics, ToolOutcome } from "./tool-metrics.ts";
import { forCall } from "./trace/current.ts";
import { recordRun } from "./trace/run-span.ts";
import { type OpenSpan, openBelow } from "./trace/span.ts";

/** A tool's input, of whichever tool. */
export type Input = InputOf<ParamSpecs>;

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

/** Who asks, for whom it is a turn, and how many milliseconds of the tool's time have passed already. */
export type Calling = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The request's. */
  readonly span: OpenSpan;
  readonly caller: string;
  readonly waitedMs: number;
};

/** A run that goes on while anybody waits for it. */
type UnderWay = {
  readonly done: Promise<Run>;
  readonly end: AbortController;
  readonly span: OpenSpan;
  waiting: number;
};

/**
 * Runs a tool within its deadline, which began when the call arrived, at the gateway where it came through one. Questions
 * that are the same after normalisation share one run; others about the same target take turns. When the last who waits for
 * a run has gone, it ends.
 */
export function createRun<Io>(
  tool: Tool<Io>,
  deps: ServiceDeps<Io>,
  targets: Targets,
  count: ToolMetrics,
): (input: Input, call: Calling) => Promise<Run> {
  const deadlineMs = deps.deadlines[tool.contract.tool] ?? tool.contract.deadlineMs;
  const schema = TypeCompiler.Compile(tool.contract.data);
  const running = new Map<string, UnderWay>();
  const kept = createKept(deps.cacheMaxAgeS);
  const wanted = deps.metrics.cache(tool.contract.tool, ["hit", "miss", "coalesced"], kept);

  async function run(
    input: Input,
    end: AbortController,
    span: OpenSpan,
    { caller, waitedMs, requestId }: Calling,
  ): Promise<Run> {
    const began = performance.now();
    const arrived = began - waitedMs;
    const leave = await targets.enter(input, caller, deadlineMs / 2 - waitedMs, end.signal);
    const start = performance.now();
    let outcome: ToolOutcome = "internal_error";
    let evidence: Run["evidence"] = [];
    try {
      const observedAt = new Date().toISOString();
      const leftMs = Math.max(1, deadlineMs - (start - arrived));
      const judged = await within(leftMs, end, (signal) =>
        forCall({ requestId, context: span.context }, () => tool.run(input, deps.io, signal)),
      );
      evidence = judged.evidence;
      mustHold(schema, judged);
      outcome = OUTCOMES[judged.judgement.kind];
      const { judgement } = judged;
      const shown =
        judgement.kind === "answer" ? { data: judgement.data, findings: judgement.findings, evidence } : {};
      const shared = JSON.stringify(shown).slice(1, -1);
      const elapsedMs = Math.round(performance.now() - arrived);
      return { ...judged, shared, observedAt, elapsedMs, deadlineMs, keptSince: null };
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      leave();
      count.ran(performance.now() - start);
      if (end.signal.reason === GONE) outcome = "cancelled";
      recordRun(deps.tracing, span, { tool: tool.contract.tool, outcome, start: began, evidence });
    }
  }

  function begin(key: string, input: Input, call: Calling): UnderWay {
    const end = new AbortController();
    const span = openBelow(call.span.context);
    const done = run(input, end, span, call)
      .then((run) => {
        if (end.signal.reason !== GONE) kept.keep(key, run);
        return run;
      })
      .finally(() => {
        if (running.get(key) === under) running.delete(key);
      });
    // Where all have gone, nobody hears how it ended.
    done.catch(() => {});
    const under: UnderWay = { done, end, span, waiting: 0 };
    running.set(key, under);
    return under;
  }

  /** A run for the same question where there is one. */
  function sameUnderWay(key: string): UnderWay | undefined {
    const under = running.get(key);
    if (under !== undefined) wanted("coalesced");
    return under;
  }

  /** Waits until this process has time for more, which is part of the tool's time too. Whoever joins others need not. */
  async function beginInTurn(key: string, input: Input, call: Calling): Promise<UnderWay> {
    const start = performance.now();
    await deps.gate.enter(call.caller, call.signal);
    const waitedMs = call.waitedMs + performance.now() - start;
    const same = sameUnderWay(key);
    if (same !== undefined) return same;
    wanted("miss");
    return begin(key, input, { ...call, waitedMs });
  }

  async function join(under: UnderWay, key: string, call: Calling): Promise<Run> {
    under.waiting += 1;
    // Of a run that was begun for somebody else the span is in their trace.
    if (under.span.parentId !== call.span.context.spanId) call.span.links.push(under.span.context);
    try {
      return await unlessGone(under.done, call.signal);
    } finally {
      under.waiting -= 1;
      if (under.waiting === 0 && running.get(key) === under) {
        running.delete(key);
        under.end.abort(GONE);
      }
    }
  }

  async function answered(input: Input, call: Calling): Promise<Run> {
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known !== null) {
      wanted("hit");
      call.span.attributes["dnstools.cache.hit"] = true;
      return known;
    }
    return join(sameUnderWay(key) ?? (await beginInTurn(key, input, call)), key, call);
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

/** Why a run ended before its time: nobody waits for it any longer. */
const GONE = "gone";

/** What others may wait for too, unless the caller goes before. */
function unlessGone<T>(work: Promise<T>, caller: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const gone = () => reject(clientGone());
  if (caller.aborted) gone();
  else caller.addEventListener("abort", gone, { once: true });
  work.then(resolve, reject).finally(() => caller.removeEventListener("abort", gone));
  return promise;
}

class Overrun extends Error {
  override message = "the tool has run past its deadline";
}

/** Milliseconds beyond its deadline after which a tool that has not settled is our mistake. */
const OVERRUN_MS = 500;

/** Work with a signal that fires at its deadline. What has not settled then is an error: nobody else would end the wait. */
function within<T>(
  deadlineMs: number,
  deadline: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let timer = setTimeout(() => {
    deadline.abort();
    timer = setTimeout(() => reject(new Overrun()), OVERRUN_MS);
  }, deadlineMs);
  const end =
    <V>(settle: (value: V) => void) =>
    (value: V) => {
      clearTimeout(timer);
      settle(value);
    };
  work(deadline.signal).then(end(resolve), end(reject));
  return promise;
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
  return code === "overloaded" || code === "target_busy" ? "refused" : "internal_error";
}
