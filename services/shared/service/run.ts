import type { InputOf, ParamSpecs } from "@dnstools/core/params";
import type { Judged, Tool } from "@dnstools/core/tool";
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { createKept } from "./kept.ts";
import type { Metrics, ToolOutcome } from "./metrics.ts";
import type { ServiceDeps } from "./mount.ts";
import { clientGone } from "./problem.ts";
import type { Targets } from "./targets.ts";
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
  count: ReturnType<Metrics["tool"]>,
): (input: Input, call: Calling) => Promise<Run> {
  const deadlineMs = deps.deadlines[tool.contract.tool] ?? tool.contract.deadlineMs;
  const schema = TypeCompiler.Compile(tool.contract.data);
  const running = new Map<string, UnderWay>();
  const kept = createKept(deps.cacheMaxAgeS);

  async function run(
    input: Input,
    end: AbortController,
    span: OpenSpan,
    { caller, waitedMs, requestId }: Calling,
  ): Promise<Run> {
    const began = performance.now();
    const arrived = began - waitedMs;
    let outcome: ToolOutcome = "internal_error";
    let start = arrived;
    let leave = () => {};
    let evidence: Run["evidence"] = [];
    try {
      outcome = "refused";
      leave = await targets.enter(input, caller, deadlineMs / 2 - waitedMs, end.signal);
      outcome = "internal_error";
      const observedAt = new Date().toISOString();
      start = performance.now();
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
    } finally {
      leave();
      if (end.signal.reason === GONE) outcome = "cancelled";
      count(outcome, performance.now() - start);
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

  /** Waits until this process has time for more, which is part of the tool's time too. Whoever joins others need not. */
  async function beginInTurn(key: string, input: Input, call: Calling): Promise<UnderWay> {
    const start = performance.now();
    try {
      await deps.gate.enter(call.caller, call.signal);
    } catch (refusal) {
      count(call.signal.aborted ? "cancelled" : "refused", performance.now() - start);
      throw refusal;
    }
    const waitedMs = call.waitedMs + performance.now() - start;
    return running.get(key) ?? begin(key, input, { ...call, waitedMs });
  }

  return async (input, call) => {
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known !== null) {
      deps.metrics.cacheHit(tool.contract.tool);
      call.span.attributes["dnstools.cache.hit"] = true;
      return known;
    }
    const under = running.get(key) ?? (await beginInTurn(key, input, call));
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
    timer = setTimeout(() => reject(new Error("the tool has run past its deadline")), OVERRUN_MS);
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
