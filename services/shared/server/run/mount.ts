import { type Contract, type ServiceName, type ToolName, toolPath } from "@dnstools/core/tool/contract";
import { environmentOf } from "@dnstools/core/tool/environment";
import { FAULTS, Fault } from "@dnstools/core/tool/fault";
import { type ParamRules, queryOf } from "@dnstools/core/tool/params";
import type { Tool } from "@dnstools/core/tool/tool";
import { Elysia } from "elysia";
import {
  CallBody,
  type CallService,
  type Progress,
  REPLY_TYPE,
  type ToolCall,
  traceOf,
  writeAnswer,
  writeProblem,
  writeProgress,
} from "../client/call.ts";
import { APP_CONFIG, type HttpHandler, measured, problems } from "../http/http.ts";
import { endsLater } from "../http/later-end.ts";
import { faultOf } from "../http/problem.ts";
import { pairsOf } from "../http/query-pairs.ts";
import { describe, type Log } from "../log.ts";
import { recordService } from "../trace/service-span.ts";
import { type OpenSpan, openBelow, openRoot } from "../trace/span.ts";
import type { Tracing } from "../trace/tracing.ts";
import { Admission, type Load } from "./admission.ts";
import { notFound } from "./not-found.ts";
import { type Asked, readCall } from "./read-input.ts";
import { type RunDeps, ToolRuns } from "./run.ts";
import type { Run } from "./shared-run.ts";

/** The parts of the process that a service's tools need. */
export type ServiceDeps<Io> = RunDeps<Io> & {
  readonly version: string;
  readonly log: Log;
  readonly rules: ParamRules;
  /** Limits on concurrent calls; see Admission. */
  readonly load: Load;
  /** Pages for the operator on METRICS_PORT, by path: HTML generated on request. */
  readonly pages: Map<string, () => string>;
};

/** A service, whose tools can be called within this process (`call`) or over HTTP (`handler`). */
export type Service = { readonly call: CallService; readonly handler: HttpHandler };

type Served = { readonly contract: Contract; readonly runs: Pick<ToolRuns<unknown>, "answer"> };

/** Creates a service from its tools. */
export function createService<Io>(
  name: ServiceName,
  tools: readonly Tool<Io>[],
  deps: ServiceDeps<Io>,
): Service {
  const { log, metrics, tracing, load } = deps;
  const admission = new Admission({
    ...load,
    // The service does not limit single callers: the gateway does, because it sees their calls to all processes.
    perCaller: 0,
    metrics: metrics.admission("service", name),
  });
  const served = new Map<ToolName, Served>(
    tools.map((tool) => {
      const { contract } = tool;
      return [contract.tool, { contract, runs: new ToolRuns(tool, deps, admission) }];
    }),
  );

  const call: CallService = async (asked, signal, onProgress) => {
    const { tool, input, shape, requestId, caller, waitedMs } = asked;
    const own = served.get(tool);
    if (own === undefined) throw new Error(`the ${name} service has no tool ${tool}`);
    const span = openSpan(asked, tracing);
    const start = performance.now();
    let failed = false;
    try {
      const progress = onProgress === undefined ? {} : { onProgress };
      const run = await own.runs.answer(input, { signal, requestId, span, caller, waitedMs, ...progress });
      return answer(own.contract, run, { input, shape, requestId, version: deps.version });
    } catch (error) {
      const fault = faultOf(error);
      failed = FAULTS[fault.code].status >= 500;
      if (!(error instanceof Fault)) {
        const query = log.queries ? { asked: `${toolPath(tool)}?${queryOf(input)}` } : {};
        const { traceId } = span.context;
        log.error("call failed", { requestId, traceId, ...query, error: describe(error) });
      }
      throw withoutCause(fault);
    } finally {
      recordService(tracing, span, { service: name, tool, requestId, start, failed });
      if (log.verbose) {
        const { traceId } = span.context;
        log.debug("call", { service: name, tool, requestId, traceId, elapsedMs: performance.now() - start });
      }
    }
  };
  return { call, handler: serve(name, served, call, deps) };
}

/** Opens the span of a call in this process. */
function openSpan({ trace }: ToolCall, tracing: Tracing): OpenSpan {
  if (trace === null) return openRoot(null, tracing.samples(null));
  return openBelow({ ...trace, sampled: tracing.samples(trace.sampled) });
}

/** Returns a fault without its cause, which has already been logged. */
function withoutCause(fault: Fault): Fault {
  if (fault.cause === undefined) return fault;
  const { cause: _, ...options } = fault.options;
  return new Fault(fault.code, options);
}

/** Creates the HTTP handler of a service (see ../client/call.ts for the protocol). */
function serve(
  name: ServiceName,
  served: ReadonlyMap<ToolName, Served>,
  call: CallService,
  { log, metrics, rules }: Pick<ServiceDeps<unknown>, "log" | "metrics" | "rules">,
): HttpHandler {
  const app = new Elysia(APP_CONFIG).onRequest(refuseBrowsers);
  app.use(problems({ log, allow: () => "POST", routes: () => app.routes }));
  for (const { contract } of served.values()) {
    const count = metrics.tool(contract.tool);
    const read = (body: CallBody): Asked => {
      try {
        return readCall(contract, pairsOf(body.query), rules);
      } catch (error) {
        count.ended("invalid_input");
        throw error;
      }
    };
    app.post(
      toolPath(contract.tool),
      ({ body, request, set }) => {
        set.headers["content-type"] = REPLY_TYPE;
        const reply = async (onProgress?: (progress: Progress) => void) => {
          try {
            const { requestId, caller, waitedMs } = body;
            const asked = { tool: contract.tool, requestId, caller, waitedMs, trace: traceOf(body) };
            return writeAnswer(await call({ ...asked, ...read(body) }, request.signal, onProgress));
          } catch (error) {
            return writeProblem(faultOf(error));
          }
        };
        return body.progress === true ? streamed(request, reply) : reply();
      },
      { body: CallBody },
    );
  }
  return measured(app, name, { metrics, log });
}

/**
 * Rejects requests from browsers, which always send an Origin header with a POST. Only the gateway and other services
 * may call a service.
 */
function refuseBrowsers({ request }: { readonly request: Request }): void {
  if (request.headers.has("origin"))
    throw new Fault("misdirected", {
      detail: "This is an internal service of dnstools. Send the request to the gateway of dnstools.",
    });
}

/** Streams a reply with progress lines before its last line. */
function streamed(
  request: Request,
  reply: (onProgress: (progress: Progress) => void) => Promise<string>,
): ReadableStream {
  let read = true;
  return new ReadableStream<string>({
    async start(controller) {
      // If the caller hangs up, the stream is closed, but the run continues for other callers.
      const write = (line: string) => read && controller.enqueue(line);
      const replied = reply((progress) => write(writeProgress(progress)));
      endsLater(
        request,
        replied.then(() => {}),
      );
      write(await replied);
      if (read) controller.close();
    },
    cancel() {
      read = false;
    },
  });
}

/**
 * Returns an answer as JSON text.
 * @throws Fault if the judgement is that there is no answer.
 */
function answer(
  contract: Contract,
  run: Run,
  call: Asked & { readonly requestId: string; readonly version: string },
): string {
  const { judgement, evidence, observedAt, elapsedMs, deadlineMs, keptSince } = run;
  if (judgement.kind === "domain_not_found")
    throw new Fault("domain_not_found", {
      ...notFound(contract, call.input, judgement.detail),
      evidence,
    });
  if (judgement.kind === "unavailable") {
    throw new Fault("resolver_unavailable", { detail: judgement.detail, evidence, workDone: false });
  }
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
    environment: environmentOf(evidence),
  });
  const { head, links, data, findings, evidence: exchanges } = run.shared;
  const short = call.shape.view === "summary";
  return (
    `{${head},"data":${short ? null : data},"findings":${findings}` +
    `,"evidence":${short || call.shape.evidence === "none" ? null : exchanges}` +
    `,"links":${links},"meta":${meta}}`
  );
}
