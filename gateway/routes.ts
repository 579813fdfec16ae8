import { type Contract, toolPath } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import { type ParamRules, queryOf } from "@dnstools/core/params";
import type { Door } from "@dnstools/service/door";
import { type Call, type ResponseState, route } from "@dnstools/service/http";
import type { Metrics } from "@dnstools/service/metrics";
import { CALLER, NOT_SERVED, OVERLOADED, WAITED_MS, WORK_DONE } from "@dnstools/service/problem";
import type { ToolMetrics } from "@dnstools/service/tool-metrics";
import { TRACEPARENT, writeTraceparent } from "@dnstools/service/trace/context";
import type { OpenSpan } from "@dnstools/service/trace/span";
import type { Elysia } from "elysia";
import { limitHeaders } from "./answer-headers.ts";
import type { Caller } from "./caller.ts";
import type { Leave, Overload } from "./overload.ts";
import type { Limiter } from "./policies/limit/limiter.ts";
import { limitRefusal, refusedState } from "./quick.ts";

export type ToolRouteOptions = {
  readonly door: Door;
  readonly rules: ParamRules;
  readonly limiter: Limiter;
  readonly overload: Overload;
  readonly metrics: Metrics;
  readonly callerOf: (request: Request) => Caller;
  readonly spanOf: (request: Request) => OpenSpan;
  readonly count: ToolMetrics;
};

/** A tool's route: charge, wait for a place, pass on through the service's door, hand back untouched. */
export function routeTool(app: Elysia, contract: Contract, options: ToolRouteOptions): void {
  const { door, rules, limiter, overload, metrics, callerOf, spanOf, count } = options;
  const { service, cost } = contract;

  /** Takes the cost. @returns how to give it back, for a call for which no work went out. */
  async function charge({ client, keyId }: Caller, set: ResponseState): Promise<() => Promise<void>> {
    const plan = keyId === null ? "anonymous" : "keyed";
    const taken = keyId === null ? await limiter.charge(client, cost) : null;
    metrics.units(plan, taken === null || taken.granted ? "granted" : "denied", cost);
    if (taken !== null && !taken.granted) {
      limitHeaders(set.headers, refusedState(taken));
      const { code, ...options } = limitRefusal(cost, taken);
      throw new Fault(code, options);
    }
    if (taken !== null) set.headers["x-request-cost"] = String(cost);
    if (taken !== null) limitHeaders(set.headers, taken.state);
    return async () => {
      set.headers["x-request-cost"] = "0";
      if (taken !== null) limitHeaders(set.headers, await taken.giveBack());
    };
  }

  const handle = async ({ request, requestId, set, input }: Call<Contract["params"]>) => {
    const caller = callerOf(request);
    const giveBack = await charge(caller, set);
    const { signal } = request;
    const arrived = performance.now();
    let leave: Leave;
    try {
      leave = await overload.enter(service, caller.name, signal);
    } catch (refusal) {
      count.ended(signal.aborted ? "cancelled" : "refused");
      await giveBack();
      throw refusal;
    }
    const waitedMs = Math.round(performance.now() - arrived);
    const span = spanOf(request);
    span.attributes["dnstools.waited_ms"] = waitedMs;
    const headers = {
      "x-request-id": requestId,
      [TRACEPARENT]: writeTraceparent(span.context),
      [WAITED_MS]: String(waitedMs),
      [CALLER]: turnOf(caller.name),
    };
    // As it was read, and not as it was sent: that may be many times as long.
    const url = `http://door${toolPath(contract.tool)}?${queryOf(input)}`;
    const response = await door(new Request(url, { method: "POST", headers, signal }));
    leave(response.headers.get(OVERLOADED) !== null);
    // What came to a service was counted there.
    const unserved = response.headers.get(NOT_SERVED);
    if (unserved !== null) count.ended(unserved === "timeout" ? "timeout" : "upstream_error");
    const nothingDone = response.status === 503 && response.headers.get(WORK_DONE) === "no";
    // A service may know rules that this gateway does not know yet: its 400 is free as well. Who went away pays.
    const refused = response.status === 400 && !signal.aborted;
    if (nothingDone || refused) await giveBack();
    set.status = response.status;
    for (const name of PASSED) {
      const value = response.headers.get(name);
      if (value !== null) set.headers[name] = value;
    }
    return response.text();
  };

  /** A call that takes nothing shows the limit's state as it is. */
  const onInvalid = async ({ request, set }: { request: Request; set: ResponseState }) => {
    count.ended("invalid_input");
    const { client, keyId } = callerOf(request);
    if (keyId === null) limitHeaders(set.headers, await limiter.state(client));
  };
  route(app, contract, { rules, methods: ["GET"], handle, onInvalid });
}

/** Random for each process, so that services learn nothing of who asks but that it is the same one. */
const SALT = crypto.randomUUID();

/** Whose turn it is, for services to share places by. */
function turnOf(name: string): string {
  return Bun.hash(`${SALT}${name}`).toString(36);
}

/** Headers of a service's answer that are for the caller. */
const PASSED = ["content-type", "retry-after"];

/** Where else to look, as `GET /api/v1` lists it. */
export const LINKS = {
  limits: "/api/v1/limits",
  docs: "/docs",
  openapi: "/openapi.json",
  errors: "/docs/errors",
} as const;

/** What `GET /api/v1` lists of a tool. */
export function listing(contract: Contract) {
  return {
    tool: contract.tool,
    summary: contract.summary,
    path: toolPath(contract.tool),
    cost: contract.cost,
    parameters: Object.entries(contract.params).map(([name, param]) => ({
      name,
      required: param.fallback === undefined,
      description: param.description,
      example: param.example,
      values: valuesOf(param.schema),
    })),
    exactlyOne: contract.exactlyOne ?? null,
    examples: contract.examples.map(({ query, shows }) => ({
      url: `${toolPath(contract.tool)}?${query}`,
      shows,
    })),
  };
}

/** The values that a parameter can have; of a list each of its members. */
function valuesOf(schema: Readonly<Record<string, unknown>>): string[] | null {
  const { enum: values } = (schema["items"] ?? schema) as { readonly enum?: unknown };
  return Array.isArray(values) ? values : null;
}
