import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";

/** Links in the response to `GET /api/v1`. */
export const LINKS = {
  limits: "/api/v1/limits",
  docs: "/docs",
  openapi: "/openapi.json",
  errors: "/docs/errors",
  findings: "/docs/findings",
  words: "/docs/words",
} as const;

/** Returns the entry of a tool in the response to `GET /api/v1`. */
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

/** Returns the allowed values of a parameter, or of the members of a list parameter; null if any value is allowed. */
export function valuesOf(schema: Readonly<Record<string, unknown>>): string[] | null {
  const { enum: values } = (schema["items"] ?? schema) as { readonly enum?: unknown };
  return Array.isArray(values) ? values : null;
}
