import type { Contract } from "@dnstools/core/tool/contract";
import { envelope } from "@dnstools/core/tool/envelope";
import { Evidence } from "@dnstools/core/tool/evidence";
import { FAULTS } from "@dnstools/core/tool/fault";
import type { Param } from "@dnstools/core/tool/params";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type TSchema, Type } from "@sinclair/typebox";
import { withShared } from "./shared.ts";

/** `components.schemas`. */
export function schemas(contracts: readonly Contract[]): Record<string, unknown> {
  const answers = contracts.map((contract) => [answerName(contract), answerSchema(contract)] as const);
  return withShared({ ...Object.fromEntries(answers), Problem, Listing, Limits });
}

/** The name of a tool's answer among the schemas. */
export function answerName({ tool }: Contract): string {
  return `${tool.charAt(0).toUpperCase()}${tool.slice(1)}Answer`;
}

function answerSchema(contract: Contract): TSchema {
  const query = Object.entries(contract.params).map(([name, param]) => [name, querySchema(param)] as const);
  return envelope(contract.tool, Type.Object(Object.fromEntries(query)), contract.data);
}

/** A parameter as the answer repeats it: read, with its default filled in. */
function querySchema(param: Param<unknown>): TSchema {
  const value = Type.Unsafe({ ...param.schema, description: param.description });
  return param.fallback?.value === null ? nullable(value) : value;
}

const Problem = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "Where the code is explained." }),
    title: Type.String({ description: "Always the same for a code." }),
    status: Type.Integer({ description: "The HTTP status." }),
    detail: Type.String({ description: "What happened, and what to send instead." }),
    code: enumeration(Object.keys(FAULTS), "Stable code."),
    requestId: Type.String({ description: "Also in X-Request-Id." }),
    errors: Type.Optional(
      Type.Array(Type.Object({ parameter: Type.String(), message: Type.String() }), {
        description: "For 400: each parameter's problem.",
      }),
    ),
    evidence: Type.Optional(
      Type.Array(Evidence, { description: "For 404 and 503: who was asked, and what came." }),
    ),
    contact: Type.Optional(
      nullable(Type.String({ description: "For 401 and 429: how to reach the operator." })),
    ),
    "violated-policies": Type.Optional(
      Type.Array(Type.String(), { description: "For 429: names in RateLimit-Policy." }),
    ),
  },
  { description: "RFC 9457 problem details." },
);

const Listing = Type.Object({
  name: Type.String(),
  version: Type.String(),
  tools: Type.Array(
    Type.Object({
      tool: Type.String(),
      summary: Type.String(),
      path: Type.String(),
      cost: Type.Integer(),
      parameters: Type.Array(
        Type.Object({
          name: Type.String(),
          required: Type.Boolean(),
          description: Type.String(),
          example: Type.String(),
          values: nullable(Type.Array(Type.String())),
        }),
      ),
      exactlyOne: nullable(Type.Array(Type.String())),
      examples: Type.Array(Type.Object({ url: Type.String(), shows: Type.String() })),
    }),
  ),
  limits: Type.String(),
  openapi: Type.String(),
  docs: Type.String(),
  errors: Type.String(),
  findings: Type.String(),
  words: Type.String(),
});

const Limits = Type.Object({
  plan: enumeration(["anonymous", "keyed"], "`keyed`: the key is good, and no limit applies."),
  limit: Type.Integer({ description: "Units a client may use at once." }),
  remaining: Type.Integer({ description: "Units left." }),
  resetS: Type.Integer({ description: "Seconds until all are back." }),
  windowS: Type.Integer({ description: "Seconds in which used units come back." }),
  costs: Type.Record(Type.String(), Type.Integer(), { description: "Units by tool." }),
});
