import type { Contract } from "@dnstools/core/tool/contract";
import type { Param, ParamSpecs } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { OWN_ID } from "../plugins/request-id.ts";

/** Parameters that several operations share, by their names in `components.parameters`. */
const SHARED = { View: "view", EvidenceShown: "evidence" } as const satisfies Readonly<
  Record<string, keyof typeof SHAPE_PARAMS>
>;

/** Returns the content of `components.parameters`. */
export function sharedParameters(): Record<string, unknown> {
  const shape = Object.entries(SHARED).map(([key, name]) => [key, queryParameter(name, SHAPE_PARAMS[name])]);
  return { ...Object.fromEntries(shape), RequestId: REQUEST_ID };
}

/** Reference to the X-Request-Id parameter. */
export const REQUEST_ID_REF = { $ref: "#/components/parameters/RequestId" };

const REQUEST_ID = {
  name: "X-Request-Id",
  in: "header",
  description:
    "Your own id for this request; the response repeats it. An id that does not match the pattern is replaced.",
  schema: { type: "string", pattern: OWN_ID.source, examples: ["my-own-id-0001"] },
};

/** Returns the parameters of a tool's operation. */
export function parameters({ params, exactlyOne = [] }: Contract): Record<string, unknown>[] {
  return [
    ...Object.entries(params).map(([name, param]) =>
      queryParameter(name, param, isNeeded(name, params, exactlyOne)),
    ),
    ...Object.keys(SHARED).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    REQUEST_ID_REF,
  ];
}

function queryParameter(name: string, param: Param<unknown>, needed = false): Record<string, unknown> {
  return {
    name,
    in: "query",
    required: param.fallback === undefined,
    description: param.description,
    ...shown(param, needed),
    // A list is one parameter with comma-separated values instead of a repeated parameter.
    ...(param.schema["type"] === "array" ? { style: "form", explode: false } : {}),
  };
}

/** Returns true if a first call needs the parameter: it is required, or it is the first of several alternatives. */
function isNeeded(name: string, params: ParamSpecs, exactlyOne: readonly string[]): boolean {
  return params[name]?.fallback === undefined || exactlyOne[0] === name;
}

/**
 * Returns the schema and the example of a parameter. API explorers prefill every parameter that has an `example`, and
 * would send all alternatives at once. Therefore only parameters that a first call needs have an `example`; the others
 * have an example in their schema.
 */
function shown(param: Param<unknown>, needed: boolean): Record<string, unknown> {
  const example = exampleOf(param);
  return needed ? { schema: param.schema, example } : { schema: { ...param.schema, examples: [example] } };
}

/** Returns a parameter's example, converted to the type of the parameter's schema. */
function exampleOf({ schema, example }: Param<unknown>): unknown {
  if (schema["type"] === "integer") return Number(example);
  return schema["type"] === "array" ? example.split(",") : example;
}
