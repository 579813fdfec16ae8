import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import { HEADER_NAMES, HEADERS, type HeaderName } from "../plugins/headers.ts";
import { EXAMPLE_REQUEST_ID, exampleProblem } from "./problems.ts";

/**
 * The error codes of each refusal in `components.responses`. The codes of a refusal share one status, except those of
 * `Otherwise`.
 */
const REFUSALS = {
  BadRequest: ["bad_host", "bad_request"],
  BadToolRequest: ["invalid_parameter", "target_denied", "bad_host", "bad_request"],
  BadKey: ["key_malformed", "key_unknown", "key_expired", "key_revoked"],
  NotFound: ["domain_not_found"],
  /** The refusals with any other status. All codes except the first come from the reverse proxy. */
  Otherwise: [
    "method_not_allowed",
    "request_timeout",
    "body_too_large",
    "uri_too_long",
    "misdirected",
    "headers_too_large",
  ],
  TooMany: ["too_many_bad_keys", "flood"],
  LimitExceeded: ["limit_exceeded", "too_many_bad_keys", "flood"],
  Unavailable: ["service_unavailable", "keys_unavailable", "overloaded", "internal_error"],
  ToolUnavailable: [
    "service_unavailable",
    "resolver_unavailable",
    "overloaded",
    "keys_unavailable",
    "internal_error",
  ],
} as const satisfies Readonly<Record<string, readonly FaultCode[]>>;
type RefusalName = keyof typeof REFUSALS;

/** Refusals that any request may receive. */
const EVERYWHERE: readonly RefusalName[] = ["BadKey", "Otherwise"];

/** Returns the refusals of a tool's operation, by status. @param notFound true if a nonexistent name is refused with 404 */
export function toolRefusals(notFound: boolean): Record<string, unknown> {
  return byStatus([...ownRefusals(notFound), ...EVERYWHERE]);
}

/**
 * Returns the error codes of a tool's API call, ordered by status. Codes of requests that reach no tool are not
 * included.
 */
export function toolCodes(notFound: boolean): readonly FaultCode[] {
  const codes = [...ownRefusals(notFound), "BadKey" as const].flatMap((name) => [...REFUSALS[name]]);
  return codes.toSorted((one, other) => FAULTS[one].status - FAULTS[other].status);
}

function ownRefusals(notFound: boolean): readonly RefusalName[] {
  return ["BadToolRequest", "LimitExceeded", "ToolUnavailable", ...(notFound ? (["NotFound"] as const) : [])];
}

/** Returns the refusals of an operation that costs nothing, by status. */
export function freeRefusals(): Record<string, unknown> {
  return byStatus(["BadRequest", "TooMany", "Unavailable", ...EVERYWHERE]);
}

function byStatus(names: readonly RefusalName[]): Record<string, unknown> {
  const ref = (name: RefusalName) => ({ $ref: `#/components/responses/${name}` });
  return Object.fromEntries(names.map((name) => [statusOf(name), ref(name)]));
}

function statusOf(name: RefusalName): number | "default" {
  return name === "Otherwise" ? "default" : FAULTS[REFUSALS[name][0]].status;
}

/** Returns the content of `components.responses`. */
export function refusals(): Record<string, unknown> {
  const names = Object.keys(REFUSALS) as RefusalName[];
  return Object.fromEntries(names.map((name) => [name, refusal(statusOf(name), REFUSALS[name])]));
}

/** Returns the content of `components.examples`: a problem document for each code. */
export function problemExamples(): Record<string, unknown> {
  const codes = Object.values(REFUSALS).flat();
  return Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }]));
}

function refusal(status: number | "default", codes: readonly FaultCode[]): Record<string, unknown> {
  return {
    description: codes.map((code) => `[\`${code}\`](/docs/errors#${code})`).join(", "),
    headers: headerRefs([...COMMON_HEADERS, ...(OWN_HEADERS[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Returns a Markdown list item that explains a code. */
export function describeCode(code: FaultCode): string {
  const { title, fix } = FAULTS[code];
  return `- [\`${code}\`](/docs/errors#${code}): ${title}. ${fix}`;
}

/**
 * Returns the response object of a successful call.
 * @param schema name of the schema in `components.schemas`
 */
export function success(schema: string, description: string, example: unknown): Record<string, unknown> {
  return {
    description,
    headers: headerRefs(COMMON_HEADERS),
    content: {
      "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, example },
    },
  };
}

/** Standard headers that only some responses have. */
const STANDARD = {
  Allow: { type: "string", description: "For 405: the allowed methods.", example: "GET, HEAD, OPTIONS" },
  "WWW-Authenticate": {
    type: "string",
    description: "For 401: the header for the API key.",
    example: 'ApiKey header="X-API-Key"',
  },
} as const;

type DocumentHeader = HeaderName | keyof typeof STANDARD;

const EXAMPLES: Readonly<Record<HeaderName, string | number>> = {
  "X-RateLimit-Limit": 60,
  "X-RateLimit-Remaining": 59,
  RateLimit: '"default";r=59;t=1',
  "RateLimit-Policy": '"default";q=60;w=60',
  "X-Request-Cost": 1,
  "X-Request-Id": EXAMPLE_REQUEST_ID,
  "Retry-After": 6,
};

/** Headers that every response has: all of them except Retry-After. */
const COMMON_HEADERS: readonly DocumentHeader[] = HEADER_NAMES.filter((name) => name !== "Retry-After");

const OWN_HEADERS: Readonly<Record<string, readonly DocumentHeader[]>> = {
  default: ["Allow"],
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** Returns the content of `components.headers`. */
export function headers(): Record<string, unknown> {
  const own = HEADER_NAMES.map((name) => [name, { ...HEADERS[name], example: EXAMPLES[name] }] as const);
  return Object.fromEntries(
    [...own, ...Object.entries(STANDARD)].map(([name, { type, description, example }]) => [
      name,
      { description, schema: { type }, example },
    ]),
  );
}

function headerRefs(names: readonly DocumentHeader[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
