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

/** Returns the content of `components.schemas`. */
export function schemas(contracts: readonly Contract[]): Record<string, unknown> {
  const answers = contracts.map((contract) => [answerName(contract), answerSchema(contract)] as const);
  return withShared({ ...Object.fromEntries(answers), Problem, Listing, Limits });
}

/** Returns the schema name of a tool's answer. */
export function answerName({ tool }: Contract): string {
  return `${pascalCase(tool)}Answer`;
}

function answerSchema(contract: Contract): TSchema {
  const query = Object.entries(contract.params).map(([name, param]) => [name, querySchema(param)] as const);
  const { properties } = envelope(contract.tool, Type.Object(Object.fromEntries(query)), contract.data);
  return Type.Object({ ...properties, findings: { ...properties.findings, items: findingSchema(contract) } });
}

/** Returns the schema of a tool's findings: the common schema, restricted to the codes of the tool. */
function findingSchema({ tool, findings }: Contract): TSchema {
  const title = `${pascalCase(tool)}Finding`;
  const codes = enumeration(
    Object.keys(findings).toSorted(),
    "Stable code of the finding; /docs/findings explains each code.",
  );
  return Type.Unsafe({
    title,
    allOf: [Finding, { required: ["code"], properties: { code: { ...codes, title: `${title}Code` } } }],
  });
}

/**
 * Returns the schema of a parsed parameter in an answer. The limits and the description of the parameter are only in
 * the operation.
 */
function querySchema({ schema, fallback }: Param<unknown>): TSchema {
  const kept = Object.entries(schema).filter(([key]) => ["type", "enum", "items"].includes(key));
  const value = Type.Unsafe(Object.fromEntries(kept));
  return fallback?.value === null ? nullable(value) : value;
}

const Problem = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "URL of the page that explains the code." }),
    title: Type.String({ description: "Short summary of the problem; it depends only on the code." }),
    status: Type.Integer({ description: "The HTTP status." }),
    detail: Type.String({ description: "Explanation of this occurrence, and what to send instead." }),
    code: enumeration(Object.keys(FAULTS), "Stable code of the problem."),
    requestId: Type.String({ description: "Id of the request, as in the X-Request-Id header." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String(),
          message: Type.String(),
          suggestion: Type.Optional(Type.String({ description: "The value to send instead, if known." })),
        }),
        { description: "For 400: the problem of each invalid parameter." },
      ),
    ),
    retry: Type.Optional(
      Type.String({
        format: "uri-reference",
        description:
          "For 400 and 404: path and query of the call that was probably meant. Its parameters are valid.",
      }),
    ),
    links: Type.Optional(Links),
    evidence: Type.Optional(
      Type.Array(Evidence, {
        description: "For 404 and 503: the servers that were queried, and their responses.",
      }),
    ),
    contact: Type.Optional(
      nullable(Type.String({ description: "For 401 and 429: how to reach the operator." })),
    ),
    "violated-policies": Type.Optional(
      Type.Array(Type.String(), {
        description: "For 429: names of the violated policies, as in the RateLimit-Policy header.",
      }),
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
  plan: enumeration(
    ["anonymous", "keyed"],
    "The caller's plan. `keyed`: the API key is valid, and no limit applies.",
  ),
  limit: Type.Integer({ description: "Units that a client can spend at once." }),
  remaining: Type.Integer({ description: "Units that the caller has left." }),
  resetS: Type.Integer({ description: "Seconds until all units are restored." }),
  windowS: Type.Integer({ description: "Seconds in which all spent units are restored." }),
  costs: Type.Record(Type.String(), Type.Integer(), {
    description: "Cost of one call of each tool, in units.",
  }),
});
