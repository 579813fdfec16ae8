import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";

/** Where else to look, as `GET /api/v1` lists it. */
export const LINKS = {
  limits: "/api/v1/limits",
  docs: "/docs",
  openapi: "/openapi.json",
  errors: "/docs/errors",
  findings: "/docs/findings",
  words: "/docs/words",
} as const;

/** What `GET /api/v1` lists of a tool. */
export function listing(contract: Contract) {
  return {
    tool: contract.tool,
    summary: contract.summary,
    path: toolPath(contract.tool),
    cost: contract.cost,
    parameters: Object.entries({ ...contract.params, ...SHAPE_PARAMS }).map(([name, param]) => ({
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

/** The values that a parameter can have, of a list each of its members; null where it is not bound to some. */
export function valuesOf(schema: Readonly<Record<string, unknown>>): string[] | null {
  const { enum: values } = (schema["items"] ?? schema) as { readonly enum?: unknown };
  return Array.isArray(values) ? values : null;
}
