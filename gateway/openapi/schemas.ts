import type { Contract } from "@dnstools/core/tool/contract";
import { envelope } from "@dnstools/core/tool/envelope";
import { Evidence } from "@dnstools/core/tool/evidence";
import { FAULTS } from "@dnstools/core/tool/fault";
import { Finding } from "@dnstools/core/tool/finding";
import { Links } from "@dnstools/core/tool/links";
import type { Param } from "@dnstools/core/tool/params";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type TSchema, Type } from "@sinclair/typebox";
import { withShared } from "./shared.ts";
import { pascalCase } from "./type-names.ts";

/** `components.schemas`. */
export function schemas(contracts: readonly Contract[]): Record<string, unknown> {
  const answers = contracts.map((contract) => [answerName(contract), answerSchema(contract)] as const);
  return withShared({ ...Object.fromEntries(answers), Problem, Listing, Limits });
}

/** The name of a tool's answer among the schemas. */
export function answerName({ tool }: Contract): string {
  return `${pascalCase(tool)}Answer`;
}

function answerSchema(contract: Contract): TSchema {
  const query = Object.entries(contract.params).map(([name, param]) => [name, querySchema(param)] as const);
  const { properties } = envelope(contract.tool, Type.Object(Object.fromEntries(query)), contract.data);
  return Type.Object({ ...properties, findings: { ...properties.findings, items: findingSchema(contract) } });
}

/** A finding of one tool: as all are, with a code out of its table. */
function findingSchema({ tool, findings }: Contract): TSchema {
  const title = `${pascalCase(tool)}Finding`;
  const codes = enumeration(Object.keys(findings).toSorted(), "Stable code; /docs/findings explains each.");
  return Type.Unsafe({
    title,
    allOf: [Finding, { required: ["code"], properties: { code: { ...codes, title: `${title}Code` } } }],
  });
}

/** A parameter as the answer repeats it: read, with its default filled in. Its bounds and what it is stand at the operation. */
function querySchema({ schema, fallback }: Param<unknown>): TSchema {
  const kept = Object.entries(schema).filter(([key]) => ["type", "enum", "items"].includes(key));
  const value = Type.Unsafe(Object.fromEntries(kept));
  return fallback?.value === null ? nullable(value) : value;
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
      Type.Array(
        Type.Object({
          parameter: Type.String(),
          message: Type.String(),
          suggestion: Type.Optional(
            Type.String({ description: "The value to send instead, where it is known." }),
          ),
        }),
        { description: "For 400: each parameter's problem." },
      ),
    ),
    retry: Type.Optional(
      Type.String({
        format: "uri-reference",
        description:
          "For 400 and 404: the call that was most likely meant, as path and query. Its parameters are good.",
      }),
    ),
    links: Type.Optional(Links),
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
