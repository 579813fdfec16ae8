import { type Contract, toolPath } from "@dnstools/core/contract";
import type { ParamRules } from "@dnstools/core/params";
import type { Door } from "@dnstools/service/door";
import { type Call, route } from "@dnstools/service/http";
import type { ToolOutcome } from "@dnstools/service/metrics";
import { WORK_DONE } from "@dnstools/service/problem";
import type { Elysia } from "elysia";
import type { Limiter } from "./policies/limit/limiter.ts";

export type ToolRouteOptions = {
  readonly door: Door;
  readonly rules: ParamRules;
  readonly limiter: Limiter;
  readonly count: (outcome: ToolOutcome, elapsedMs: number) => void;
};

/** A tool's route: charge, pass on through the service's door, hand back untouched. */
export function routeTool(app: Elysia, contract: Contract, options: ToolRouteOptions): void {
  const { door, rules, limiter, count } = options;
  const handle = async ({ request, requestId, set }: Call<Contract["params"]>) => {
    const refund = limiter.charge(request, set, contract.cost);
    const response = await door(new Request(request.url, { headers: { "x-request-id": requestId } }));
    if (response.status === 503 && response.headers.get(WORK_DONE) === "no") refund();
    set.status = response.status;
    for (const name of PASSED) {
      const value = response.headers.get(name);
      if (value !== null) set.headers[name] = value;
    }
    return response.text();
  };
  route(app, contract, rules, handle, () => count("invalid_input", 0));
}

/** Headers of a service's answer that are for the caller. */
const PASSED = ["content-type", "retry-after"];

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
