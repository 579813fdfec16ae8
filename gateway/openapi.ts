import { type Contract, toolPath } from "@dnstools/core/contract";
import { envelope } from "@dnstools/core/envelope";
import { Evidence } from "@dnstools/core/evidence";
import { FAULTS, type FaultCode } from "@dnstools/core/fault";
import type { Param, ParamSpecs } from "@dnstools/core/params";
import { enumeration, nullable } from "@dnstools/core/schema";
import { problemType } from "@dnstools/service/problem";
import { type TSchema, Type } from "@sinclair/typebox";
import { HEADER_NAMES, HEADERS, type HeaderName } from "./headers.ts";

export type ApiInfo = { readonly version: string; readonly publicUrl: string; readonly contact: string };

/** The OpenAPI 3.1 document, made from the contracts. */
export function openApi(contracts: readonly Contract[], info: ApiInfo): Record<string, unknown> {
  const tools = contracts.map(
    (contract) => [toolPath(contract.tool), { get: toolOperation(contract) }] as const,
  );
  const schemas = contracts.map((contract) => [answerName(contract), plain(answerSchema(contract))] as const);
  return {
    openapi: "3.1.1",
    info: {
      title: "dnstools",
      version: info.version,
      summary: "DNS diagnostics that say what they saw and what they could not find out.",
      description:
        "Read-only. Every part that came from outside has a status beside it; `unknown` with a reason is never a no. " +
        "Problems are RFC 9457 documents; /docs/errors explains their codes and the reasons for unknown. " +
        "HEAD works wherever GET does, at the same cost; OPTIONS is free and answers 204; other methods are 405, " +
        "other paths 404 `unknown_path`.",
      license: { name: "MIT", identifier: "MIT" },
      ...(info.contact === "" ? {} : { contact: { name: info.contact } }),
    },
    servers: [{ url: info.publicUrl === "" ? "/" : info.publicUrl }],
    tags: [
      { name: "tools", description: "One look at the network each." },
      { name: "api", description: "About this API itself; free of charge." },
    ],
    paths: {
      ...Object.fromEntries(tools),
      "/api/v1": { get: freeOperation("listTools", "The tools with their parameters and costs", "Listing") },
      "/api/v1/limits": { get: freeOperation("limits", "What the caller may still do", "Limits") },
    },
    components: {
      schemas: {
        ...Object.fromEntries(schemas),
        Problem: plain(ProblemSchema),
        Listing: plain(ListingSchema),
        Limits: plain(LimitsSchema),
      },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, { type, description }]) => [
          name,
          { description, schema: { type } },
        ]),
      ),
      parameters: {
        RequestId: {
          name: "X-Request-Id",
          in: "header",
          description: "Your own id for this request; it comes back in the answer.",
          schema: { type: "string", pattern: "^[A-Za-z0-9._-]{8,64}$" },
        },
      },
      securitySchemes: {
        key: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "Optional. With a valid key the limit does not apply.",
        },
      },
    },
    security: [{}, { key: [] }],
  };
}

function toolOperation(contract: Contract): Record<string, unknown> {
  const notFound: FaultCode[] = contract.notFound ? ["domain_not_found"] : [];
  return {
    operationId: contract.tool,
    tags: ["tools"],
    summary: contract.summary,
    description: `${contract.description}${alternatives(contract)} Costs ${contract.cost} unit${contract.cost === 1 ? "" : "s"}.`,
    parameters: [...parameters(contract.params), { $ref: "#/components/parameters/RequestId" }],
    responses: {
      200: success(answerName(contract), "The answer."),
      400: failure(["invalid_parameter", "bad_host"]),
      401: failure(["key_unknown"]),
      ...(notFound.length > 0 ? { 404: failure(notFound) } : {}),
      405: failure(["method_not_allowed"]),
      429: failure(["limit_exceeded"]),
      503: failure(["service_unavailable", "resolver_unavailable", "internal_error"]),
    },
  };
}

/** OpenAPI has no way to say it of query parameters but in words. */
function alternatives({ exactlyOne }: Contract): string {
  return exactlyOne === undefined
    ? ""
    : ` Exactly one of ${exactlyOne.map((name) => `\`${name}\``).join(" and ")} must be sent.`;
}

function freeOperation(operationId: string, summary: string, schema: string): Record<string, unknown> {
  return {
    operationId,
    tags: ["api"],
    summary,
    parameters: [{ $ref: "#/components/parameters/RequestId" }],
    responses: {
      200: success(schema, "The answer."),
      400: failure(["bad_host"]),
      401: failure(["key_unknown"]),
      405: failure(["method_not_allowed"]),
      503: failure(["internal_error"]),
    },
  };
}

function parameters(params: ParamSpecs): Record<string, unknown>[] {
  return Object.entries(params).map(([name, param]) => ({
    name,
    in: "query",
    required: param.fallback === undefined,
    description: param.description,
    schema: param.schema,
    // With commas between, and not the parameter again for each.
    ...(param.schema["type"] === "array" ? { style: "form", explode: false } : {}),
    example: exampleOf(param),
  }));
}

/** As the parameter's schema has it, which stands for what is read out of the text. */
function exampleOf({ schema, example }: Param<unknown>): unknown {
  if (schema["type"] === "integer") return Number(example);
  return schema["type"] === "array" ? example.split(",") : example;
}

function success(schema: string, description: string): Record<string, unknown> {
  return {
    description,
    headers: headerRefs(COMMON_HEADERS),
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

function failure(codes: readonly FaultCode[]): Record<string, unknown> {
  const status = FAULTS[codes[0] as FaultCode].status;
  const waits = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\`: ${FAULTS[code].title}. ${FAULTS[code].fix}`).join("\n\n"),
    headers: headerRefs(waits ? [...COMMON_HEADERS, "Retry-After"] : COMMON_HEADERS),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }])),
      },
    },
  };
}

/** What an example has beyond what every problem has. */
const EXAMPLE_PARTS: Partial<Record<FaultCode, Record<string, unknown>>> = {
  invalid_parameter: {
    errors: [{ parameter: "domian", message: "There is no parameter of this name. Did you mean domain?" }],
  },
  key_unknown: { contact: "ops@example.net" },
  limit_exceeded: { "violated-policies": ["default"], contact: "ops@example.net" },
};

function exampleProblem(code: FaultCode): Record<string, unknown> {
  const { status, title, fix } = FAULTS[code];
  return {
    type: problemType(code),
    title,
    status,
    detail: fix,
    code,
    requestId: "b8c5d6c2-6d0a-4b53-00001z",
    ...EXAMPLE_PARTS[code],
  };
}

/** Every answer has them all but Retry-After. */
const COMMON_HEADERS = HEADER_NAMES.filter((name) => name !== "Retry-After");

function headerRefs(names: readonly HeaderName[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function answerName(contract: Contract): string {
  return `${contract.tool.charAt(0).toUpperCase()}${contract.tool.slice(1)}Answer`;
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

const ProblemSchema = Type.Object(
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

const ListingSchema = Type.Object({
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
  errors: Type.String(),
});

const LimitsSchema = Type.Object({
  limit: Type.Integer({ description: "Units a client may use at once." }),
  remaining: Type.Integer({ description: "Units left." }),
  resetS: Type.Integer({ description: "Seconds until all are back." }),
  windowS: Type.Integer({ description: "Seconds in which used units come back." }),
  costs: Type.Record(Type.String(), Type.Integer(), { description: "Units by tool." }),
});

/** A schema without TypeBox's symbols. */
function plain(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}
