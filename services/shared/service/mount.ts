import type { Contract, ServiceName, ToolName } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import type { InputOf, ParamRules, ParamSpecs } from "@dnstools/core/params";
import type { Judged, Tool } from "@dnstools/core/tool";
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { Door } from "./door.ts";
import { createApp, openDoor, route } from "./http.ts";
import type { Log } from "./log.ts";
import type { Metrics, ToolOutcome } from "./metrics.ts";

/** What a service's tools need from the process that runs them. */
export type ServiceDeps<Io> = {
  /** The tools' way to the network. */
  readonly io: Io;
  readonly version: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds a tool has, where the operator set other than the contract. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  readonly rules: ParamRules;
  /** Seconds that answers are kept at most, of tools that keep theirs; 0 keeps none. */
  readonly cacheMaxAgeS: number;
  /** Pages for the operator on METRICS_PORT, by path: HTML made when asked for. */
  readonly pages: Map<string, () => string>;
};

/** A service: its tools, mounted behind one door. */
export function createService<Io>(
  name: ServiceName,
  tools: readonly Tool<Io>[],
  deps: ServiceDeps<Io>,
): Door {
  const app = createApp({ log: deps.log });
  for (const tool of tools) {
    const count = deps.metrics.tool(tool.contract.tool);
    const run = createRun(tool, deps, count);
    route(
      app,
      tool.contract,
      deps.rules,
      async ({ input, requestId }) =>
        answer(tool.contract, await run(input), { input, requestId, version: deps.version }),
      () => count("invalid_input", 0),
    );
  }
  return openDoor(app, name, deps.metrics, deps.log);
}

type Input = InputOf<ParamSpecs>;

/** One look and its judgement, shared by all who asked the same question meanwhile. */
type Run = Judged & {
  /** JSON of what all callers share, made once: an answer may be large and shared by many. */
  readonly shared: string;
  readonly observedAt: string;
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** When it was put by, in milliseconds of the process's clock; null where it was made for who asks. */
  readonly keptSince: number | null;
};

/** Answers that outlive their call. */
type Kept = {
  readonly get: (key: string) => Run | null;
  readonly keep: (key: string, run: Run) => void;
};

/** Answers kept of one tool, and bytes of all of them: the oldest go first. */
const KEPT_MAX = 2000;
const KEPT_BYTES_MAX = 33_554_432;

function createKept(maxAgeS: number): Kept {
  const runs = new Map<string, { readonly run: Run; readonly until: number }>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= 2 * (runs.get(key)?.run.shared.length ?? 0);
    runs.delete(key);
  };
  return {
    get(key) {
      const known = runs.get(key);
      if (known !== undefined && known.until > performance.now()) return known.run;
      drop(key);
      return null;
    },
    keep(key, run) {
      const now = performance.now();
      const until = now + Math.min(run.keepS, maxAgeS) * 1000;
      if (until <= now) return;
      drop(key);
      // Its text is all that is given again.
      const judgement = { kind: "answer", data: null, findings: [] } as const;
      runs.set(key, { run: { ...run, judgement, evidence: [], keptSince: now }, until });
      bytes += 2 * run.shared.length;
      for (const oldest of runs.keys()) {
        if (runs.size <= KEPT_MAX && bytes <= KEPT_BYTES_MAX) break;
        drop(oldest);
      }
    },
  };
}

/** Runs a tool within its deadline. Questions that are the same after normalisation share one run. */
function createRun<Io>(tool: Tool<Io>, deps: ServiceDeps<Io>, count: ReturnType<Metrics["tool"]>) {
  const deadlineMs = deps.deadlines[tool.contract.tool] ?? tool.contract.deadlineMs;
  const schema = TypeCompiler.Compile(tool.contract.data);
  const running = new Map<string, Promise<Run>>();
  const kept = createKept(deps.cacheMaxAgeS);

  async function run(input: Input): Promise<Run> {
    const observedAt = new Date().toISOString();
    const start = performance.now();
    let outcome: ToolOutcome = "internal_error";
    try {
      const judged = await within(deadlineMs, (signal) => tool.run(input, deps.io, signal));
      mustHold(schema, judged);
      outcome = OUTCOMES[judged.judgement.kind];
      const { judgement, evidence } = judged;
      const shown =
        judgement.kind === "answer" ? { data: judgement.data, findings: judgement.findings, evidence } : {};
      const shared = JSON.stringify(shown).slice(1, -1);
      const elapsedMs = Math.round(performance.now() - start);
      return { ...judged, shared, observedAt, elapsedMs, deadlineMs, keptSince: null };
    } finally {
      count(outcome, performance.now() - start);
    }
  }

  return (input: Input): Promise<Run> => {
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known !== null) {
      deps.metrics.cacheHit(tool.contract.tool);
      return Promise.resolve(known);
    }
    const under = running.get(key);
    if (under) return under;
    const started = run(input)
      .then((done) => {
        kept.keep(key, done);
        return done;
      })
      .finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/** Milliseconds beyond its deadline after which a tool that has not settled is our mistake. */
const OVERRUN_MS = 500;

/** Work with a signal that fires at its deadline. What has not settled then is an error: nobody else would end the wait. */
function within<T>(deadlineMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const deadline = new AbortController();
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

/** The answer's JSON text, or the fault that the judgement comes to. */
function answer(
  contract: Contract,
  run: Run,
  call: { input: Input; requestId: string; version: string },
): string {
  const { judgement, evidence, observedAt, elapsedMs, deadlineMs, keptSince } = run;
  if (judgement.kind === "domain_not_found")
    throw new Fault("domain_not_found", { detail: judgement.detail, evidence });
  if (judgement.kind === "unavailable") {
    throw new Fault("resolver_unavailable", { detail: judgement.detail, evidence, workDone: false });
  }
  const head = JSON.stringify({ tool: contract.tool, query: call.input }).slice(1, -1);
  const meta = JSON.stringify({
    observedAt,
    elapsedMs,
    deadlineMs,
    cost: contract.cost,
    version: call.version,
    requestId: call.requestId,
    cache: {
      hit: keptSince !== null,
      ageS: keptSince === null ? 0 : Math.round((performance.now() - keptSince) / 1000),
    },
  });
  return `{${head},${run.shared},"meta":${meta}}`;
}
