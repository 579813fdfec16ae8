import type { Links } from "./links.ts";

/** An invalid parameter, and what to send instead. */
export type ParameterError = {
  readonly parameter: string;
  readonly message: string;
  /** The value to send instead, if it is known. */
  readonly suggestion?: string;
};

/**
 * Every way in which a request can end without an answer (RFC 9457 problem types). All problems with the same code
 * have the same `title`. The documentation page of the code shows `fix` as advice.
 */
export const FAULTS = {
  moved: {
    status: 308,
    title: "The path must not end with a slash",
    fix: "Follow the Location header, which has the same call without the slash. Nothing was charged.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is invalid",
    fix: "Read `errors`, which names each invalid parameter and what to send instead. If there is a `retry`, it is the call that was most likely meant. Nothing was charged.",
  },
  bad_host: {
    status: 400,
    title: "The Host header is missing or invalid",
    fix: "Send HTTP/1.1 or newer, with a Host header that contains a host name or an address.",
  },
  client_gone: {
    status: 400,
    title: "The connection was closed",
    fix: "Keep the connection open until the answer arrives.",
  },
  target_denied: {
    status: 400,
    title: "This API does not answer calls about this target",
    fix: "The owner of the name or address asked the operator of this API to exclude it, so it cannot be queried here. Nothing was charged.",
  },
  bad_request: {
    status: 400,
    title: "The request is not valid HTTP",
    fix: "Send a valid HTTP/1.1 or HTTP/2 request (RFC 9110), over TLS if the port expects TLS.",
  },
  key_malformed: {
    status: 401,
    title: "The API key is malformed",
    fix: "Send X-API-Key once, exactly as the operator gave it, or leave it out to be served at the anonymous limit.",
  },
  key_unknown: {
    status: 401,
    title: "The API key is unknown",
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
    title: "Pages of other origins may not call this path",
    fix: "`/mcp` is only for programs and for this server's own pages: send no Origin header. Pages of other origins may call `/api/v1`.",
  },
  unknown_path: {
    status: 404,
    title: "There is nothing at this path",
    fix: "Call GET /api/v1 for a list of the tools. If there is a `retry`, it is the call that was most likely meant.",
  },
  domain_not_found: {
    status: 404,
    title: "The name does not exist",
    fix: "Check the spelling. `evidence` shows which servers answered NXDOMAIN; `links.related` contains the whois call that shows whether the name is registered.",
  },
  method_not_allowed: {
    status: 405,
    title: "This API is read-only",
    fix: "Use GET, HEAD or OPTIONS. POST is only for `/mcp` and for the button on a report's page.",
  },
  request_timeout: {
    status: 408,
    title: "The request did not arrive in time",
    fix: "Send the complete request without pauses.",
  },
  body_too_large: {
    status: 413,
    title: "The request body is too large",
    fix: "Send a GET request without a body, or a POST request to `/mcp` with a body of at most 64 kB.",
  },
  uri_too_long: {
    status: 414,
    title: "The URL is too long",
    fix: "Send a URL of at most 8 KB; no parameter of this API needs more.",
  },
  misdirected: {
    status: 421,
    title: "This host name is not served here",
    fix: "Use the host name under which the operator offers this API.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    fix: "Send fewer or shorter headers (at most 8 KB each); for example, send no cookies.",
  },
  too_many_bad_keys: {
    status: 429,
    title: "Too many invalid API keys",
    fix: "Leave X-API-Key out, or send a valid key, which is accepted immediately. Other keys are checked again after Retry-After seconds.",
  },
  flood: {
    status: 429,
    title: "Too many requests or connections at once",
    fix: "Wait for the number of seconds in Retry-After, and keep fewer connections open. Nothing was charged.",
  },
  limit_exceeded: {
    status: 429,
    title: "The rate limit is used up",
    fix: "Wait for the number of seconds in Retry-After. GET /api/v1/limits shows the current state and costs nothing.",
  },
  service_unavailable: {
    status: 503,
    title: "A part of this API is not available",
    fix: "Try again after Retry-After seconds.",
  },
  resolver_unavailable: {
    status: 503,
    title: "This API's own resolvers cannot be used",
    fix: "Try again after Retry-After seconds. The operator's resolvers are down or give wrong answers, which says nothing about the name.",
  },
  keys_unavailable: {
    status: 503,
    title: "API keys cannot be checked at the moment",
    fix: "Try again after Retry-After seconds, or leave X-API-Key out to be served at the anonymous limit. Nothing was charged.",
  },
  overloaded: {
    status: 503,
    title: "This API is overloaded",
    fix: "Try again after Retry-After seconds. Nothing was charged.",
  },
  internal_error: {
    status: 503,
    title: "Internal error of this API",
    fix: "Try again after Retry-After seconds. If the error persists, send the requestId to the operator.",
  },
} as const;

/** Code of a way in which a request ends without an answer. */
export type FaultCode = keyof typeof FAULTS;

/** Details of one fault. */
export type FaultOptions = {
  /**
   * Message for the caller: what happened and what to send instead. It never contains a peer's bytes or an internal
   * address.
   */
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly evidence?: readonly unknown[];
  /** The call that the caller most likely meant, as path and query. It is always a valid call. */
  readonly retry?: string;
  /** Links to related calls, if the name does not exist. */
  readonly links?: Links;
  /** Target of a redirect, as path and query. */
  readonly location?: string;
  /** Number of seconds after which the caller may try again. */
  readonly retryAfterS?: number;
  /**
   * False if nothing was sent to other servers for this call. The call's units of the rate limit are then refunded to
   * the caller.
   */
  readonly workDone?: boolean;
  /** The cause of the fault, which is only logged. */
  readonly cause?: unknown;
};

/** The Error class with its stack trace limit, which not all platforms have. */
const STACKS = Error as unknown as { stackTraceLimit: number };

/**
 * A request that ends without an answer. services/shared/server/http/problem.ts turns every fault into an HTTP
 * response.
 */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly options: FaultOptions;

  constructor(code: FaultCode, options: FaultOptions) {
    // A refusal needs no stack trace. Recording one would double the cost of a refusal, and a flood of refusals must be
    // cheap.
    const frames = STACKS.stackTraceLimit;
    STACKS.stackTraceLimit = 0;
    super(options.detail, { cause: options.cause });
    STACKS.stackTraceLimit = frames;
    this.code = code;
    this.options = options;
  }
}
