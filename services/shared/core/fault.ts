/** One parameter's problem: which, and what to send instead. */
export type ParameterError = { readonly parameter: string; readonly message: string };

/**
 * Every way a request can end without an answer (RFC 9457 problem types).
 * `title` is stable for its code; `fix` is what the docs page tells a caller to do.
 */
export const FAULTS = {
  invalid_parameter: {
    status: 400,
    title: "A parameter is invalid",
    fix: "Read `errors`: it names each parameter and what to send instead. Nothing was charged.",
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
  key_unknown: {
    status: 401,
    title: "The API key is not known here",
    fix: "Leave X-API-Key out to be served at the anonymous limit, or ask the operator for a key.",
  },
  unknown_path: {
    status: 404,
    title: "There is nothing at this path",
    fix: "GET /api/v1 lists the tools.",
  },
  domain_not_found: {
    status: 404,
    title: "The name does not exist",
    fix: "Check the spelling. `evidence` shows the servers that said so (NXDOMAIN).",
  },
  method_not_allowed: {
    status: 405,
    title: "This API only reads",
    fix: "Use GET (or HEAD, OPTIONS).",
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
    title: "This API's own resolvers do not answer",
    fix: "Try again after Retry-After seconds. The operator's resolvers are down; no verdict about the name follows.",
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
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number;
  /** False when nothing left the process for this call, so its units are given back. */
  readonly workDone?: boolean;
  /** For the log only. */
  readonly cause?: unknown;
};

/** A request that ends without an answer. One mapper (service/problem.ts) turns it into HTTP. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly options: FaultOptions;

  constructor(code: FaultCode, options: FaultOptions) {
    super(options.detail, { cause: options.cause });
    this.code = code;
    this.options = options;
  }
}
