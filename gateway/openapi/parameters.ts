import type { Contract } from "@dnstools/core/tool/contract";
import type { Param, ParamSpecs } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";

/** The query parameters of a tool's operation. */
export function parameters({ params, exactlyOne = [] }: Contract): Record<string, unknown>[] {
  return Object.entries({ ...params, ...SHAPE_PARAMS }).map(([name, param]) => ({
    name,
    in: "query",
    required: param.fallback === undefined,
    description: param.description,
    ...shown(param, isNeeded(name, params, exactlyOne)),
    // With commas between, and not the parameter again for each.
    ...(param.schema["type"] === "array" ? { style: "form", explode: false } : {}),
  }));
}

/** Whether a first call has it: of alternatives the first. */
function isNeeded(name: string, params: ParamSpecs, exactlyOne: readonly string[]): boolean {
  return params[name]?.fallback === undefined || exactlyOne[0] === name;
}

/**
 * A parameter's schema and example. Pages fill in a parameter's `example`, which would send both of two alternatives:
 * only what a first call needs has one, others have it in their schema.
 */
function shown(param: Param<unknown>, needed: boolean): Record<string, unknown> {
  const example = exampleOf(param);
  return needed ? { schema: param.schema, example } : { schema: { ...param.schema, examples: [example] } };
}

/** As the parameter's schema has it, which stands for what is read out of the text. */
function exampleOf({ schema, example }: Param<unknown>): unknown {
  if (schema["type"] === "integer") return Number(example);
  return schema["type"] === "array" ? example.split(",") : example;
}
