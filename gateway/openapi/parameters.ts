import type { Contract } from "@dnstools/core/tool/contract";
import type { Param, ParamSpecs } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { OWN_ID } from "../plugins/request-id.ts";

/** Parameters of many operations, by their name in the document. */
const SHARED = { View: "view", EvidenceShown: "evidence" } as const satisfies Readonly<
  Record<string, keyof typeof SHAPE_PARAMS>
>;

/** `components.parameters`. */
export function sharedParameters(): Record<string, unknown> {
  const shape = Object.entries(SHARED).map(([key, name]) => [key, queryParameter(name, SHAPE_PARAMS[name])]);
  return { ...Object.fromEntries(shape), RequestId: REQUEST_ID };
}

export const REQUEST_ID_REF = { $ref: "#/components/parameters/RequestId" };

const REQUEST_ID = {
  name: "X-Request-Id",
  in: "header",
  description:
    "Your own id for this request, which comes back in the answer. One that does not match is replaced.",
  schema: { type: "string", pattern: OWN_ID.source, examples: ["my-own-id-0001"] },
};

/** The parameters of a tool's operation. */
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
    // With commas between, and not the parameter again for each.
    ...(param.schema["type"] === "array" ? { style: "form", explode: false } : {}),
  };
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
