import type { Contract, ServiceName, ToolName } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import type { ParamRules } from "@dnstools/core/params";
import type { Tool } from "@dnstools/core/tool";
import { createAbout } from "./about.ts";
import type { Door } from "./door.ts";
import type { Gate } from "./gate.ts";
import { createApp, openDoor, route } from "./http.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { CALLER, WAITED_MS } from "./problem.ts";
import { type Calling, createRun, type Input, type Run } from "./run.ts";
import { createTargets } from "./targets.ts";
import type { OpenSpan } from "./trace/span.ts";
import { createTraces } from "./trace/traces.ts";
import type { Tracing } from "./trace/tracing.ts";

/** What a service's tools need from the process that runs them. */
export type ServiceDeps<Io> = {
  /** The tools' way to the network. */
  readonly io: Io;
  readonly version: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Milliseconds a tool has, where the operator set other than the contract. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  readonly rules: ParamRules;
  /** Seconds that answers are kept at most, of tools that keep theirs; 0 keeps none. */
  readonly cacheMaxAgeS: number;
  /** Begins calls as fast as this process keeps up; one for all services of a process. */
  readonly gate: Gate;
  /** Calls about one target that are worked on at once; 0 for any number. */
  readonly targetConcurrency: number;
  /** Pages for the operator on METRICS_PORT, by path: HTML made when asked for. */
  readonly pages: Map<string, () => string>;
};

/** A service: its tools, mounted behind one door. */
export function createService<Io>(
  name: ServiceName,
  tools: readonly Tool<Io>[],
  deps: ServiceDeps<Io>,
): Door {
  const { log, metrics, tracing } = deps;
  const nobody = () => null;
  const traces = createTraces(tracing, { service: name, outside: false, clientOf: nobody });
  const about = createAbout(log, traces, nobody);
  const app = createApp({ log, about });
  const targets = createTargets(deps.targetConcurrency);
  for (const tool of tools) {
    const count = metrics.tool(tool.contract.tool);
    const run = createRun(tool, deps, targets, count);
    route(app, tool.contract, {
      rules: deps.rules,
      methods: ["GET", "POST"],
      handle: async ({ input, requestId, request }) =>
        answer(tool.contract, await run(input, callOf(request, requestId, traces.of(request))), {
          input,
          requestId,
          version: deps.version,
        }),
      onInvalid: () => count.ended("invalid_input"),
    });
  }
  return openDoor(app, name, { metrics, log, about, traces });
}

/** What the gateway says of a call beside its question. */
function callOf({ headers, signal }: Request, requestId: string, span: OpenSpan): Calling {
  const waited = Number(headers.get(WAITED_MS) ?? 0);
  return {
    signal,
    requestId,
    span,
    caller: (headers.get(CALLER) ?? "").slice(0, CALLER_MAX),
    // Not beyond what a call may wait there.
    waitedMs: waited > 0 ? Math.min(waited, WAITED_MAX_MS) : 0,
  };
}

const WAITED_MAX_MS = 2000;
const CALLER_MAX = 32;

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
