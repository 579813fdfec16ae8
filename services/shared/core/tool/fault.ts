import type { Links } from "./links.ts";

/** One parameter's problem: which, and what to send instead. */
export type ParameterError = {
  readonly parameter: string;
  readonly message: string;
  /** The value to send instead, where it is known. */
  readonly suggestion?: string;
};

/**
 * Every way a request can end without an answer (RFC 9457 problem types).
 * `title` is stable for its code; `fix` is what the docs page tells a caller to do.
 */
export const FAULTS = {
  moved: {
    status: 308,
    title: "The path has no slash at its end",
    fix: "Follow the header Location: the same call without the slash. Nothing was charged.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is invalid",
    fix: "Read `errors`: it names each parameter and what to send instead; `retry`, where it is there, is the call that was most likely meant. Nothing was charged.",
  },
  bad_host: {
    status: 400,
    title: "The Host header is missing or invalid",
    fix: "Send HTTP/1.1 or newer with a Host header that is a host name or an address.",
  },
  client_gone: {
    status: 400,
    title: "The connection was closed",
    fix: "Keep the connection open until the answer is there.",
  },
  target_denied: {
    status: 400,
    title: "Nobody may ask this API about that",
    fix: "Its owner asked the operator to be left alone. Nothing was charged.",
  },
  bad_request: {
    status: 400,
    title: "This is no HTTP request",
    fix: "Send HTTP/1.1 or HTTP/2 as RFC 9110 has it; over TLS where the port wants TLS.",
  },
  key_malformed: {
    status: 401,
    title: "This is no API key",
    fix: "Send X-API-Key once, exactly as the operator gave it, or leave it out to be served at the anonymous limit.",
  },
  key_unknown: {
    status: 401,
    title: "The API key is not known here",
    fix: "Leave X-API-Key out to be served at the anonymous limit, or ask the operator for a key.",
  },
  key_expired: {
    status: 401,
    title: "The API key has expired",
    fix: "Ask the operator for a new key, or leave X-API-Key out to be served at the anonymous limit.",
  },
  key_revoked: {
    status: 401,
    title: "The API key was revoked",
    fix: "Ask the operator for a new key, or leave X-API-Key out to be served at the anonymous limit.",
  },
  origin_refused: {
    status: 403,
    title: "A page of another origin may not call this",
    fix: "`/mcp` is for programs and for this server's own pages: send no Origin header. Pages of other origins may call `/api/v1`.",
  },
  unknown_path: {
    status: 404,
    title: "There is nothing at this path",
    fix: "GET /api/v1 lists the tools; `retry`, where it is there, is the call that was most likely meant.",
  },
  domain_not_found: {
    status: 404,
    title: "The name does not exist",
    fix: "Check the spelling. `evidence` shows the servers that said so (NXDOMAIN); `links.related` leads to who registered the name, or that it is free.",
  },
  method_not_allowed: {
    status: 405,
    title: "This API only reads",
    fix: "Use GET (or HEAD, OPTIONS). POST is for `/mcp`, and for the button of a report's page.",
  },
  request_timeout: {
    status: 408,
    title: "The request did not arrive in time",
    fix: "Send the whole request at once.",
  },
  body_too_large: {
    status: 413,
    title: "The request has a body, and a large one",
    fix: "This API only reads: send GET without a body, and at most 64 kB to `/mcp`.",
  },
  uri_too_long: {
    status: 414,
    title: "The URL is too long",
    fix: "Send at most 8 KB: no parameter of this API needs more.",
  },
  misdirected: {
    status: 421,
    title: "This name is not served here",
    fix: "Send the host name under which the operator offers this API.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    fix: "Send fewer or shorter headers, such as no cookies: at most 8 KB each.",
  },
  too_many_bad_keys: {
    status: 429,
    title: "Too many keys that are none",
    fix: "Leave X-API-Key out, or send the right key: it works at once. Bad ones may be tried again after Retry-After seconds.",
  },
  flood: {
    status: 429,
    title: "Too many requests or connections at once",
    fix: "Wait as many seconds as Retry-After says, and keep fewer connections open. Nothing was charged.",
  },
  limit_exceeded: {
    status: 429,
    title: "The limit is used up",
    fix: "Wait as many seconds as Retry-After says; GET /api/v1/limits shows the state for free.",
  },
  service_unavailable: {
    status: 503,
    title: "A part of this API is not available",
    fix: "Try again after Retry-After seconds.",
  },
  resolver_unavailable: {
    status: 503,
    title: "This API's own resolvers cannot be used",
    fix: "Try again after Retry-After seconds. The operator's resolvers are down or give wrong answers; no verdict about the name follows.",
  },
  keys_unavailable: {
    status: 503,
    title: "Keys cannot be looked up now",
    fix: "Try again after Retry-After seconds, or leave X-API-Key out to be served at the anonymous limit. Nothing was charged.",
  },
  overloaded: {
    status: 503,
    title: "This API has more to do than it can",
    fix: "Try again after Retry-After seconds. Nothing was charged.",
  },
  internal_error: {
    status: 503,
    title: "This API made a mistake",
    fix: "Try again after Retry-After seconds; if it stays, tell the operator the requestId.",
  },
} as const;

export type FaultCode = keyof typeof FAULTS;

export type FaultOptions = {
  /** For the caller: what happened and what to send instead. Never a peer's bytes or an internal address. */
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly evidence?: readonly unknown[];
  /** The call that was most likely meant, as path and query: one that is taken. */
  readonly retry?: string;
  /** Where a name that does not exist leads on. */
  readonly links?: Links;
  /** Where to go, for a redirect: path and query. */
  readonly location?: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number;
  /** False when nothing left the process for this call, so its units are given back. */
  readonly workDone?: boolean;
  /** For the log only. */
  readonly cause?: unknown;
};

/** How many frames an Error keeps, where the platform has stacks. */
const STACKS = Error as unknown as { stackTraceLimit: number };

/** A request that ends without an answer. One mapper (services/shared/server/http/problem.ts) turns it into HTTP. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly options: FaultOptions;

  constructor(code: FaultCode, options: FaultOptions) {
    // A refusal is no mistake whose place matters, and a flood of them must be cheap: the stack costs as much as the rest.
    const frames = STACKS.stackTraceLimit;
    STACKS.stackTraceLimit = 0;
    super(options.detail, { cause: options.cause });
    STACKS.stackTraceLimit = frames;
    this.code = code;
    this.options = options;
  }
}
