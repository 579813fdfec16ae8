import { harmlessJson } from "@dnstools/core/harmless";
import { FAULTS, Fault, type FaultCode } from "@dnstools/core/tool/fault";

/**
 * Returns the URL of a problem code's documentation. The URL is relative, so that it works wherever the API is hosted.
 */
export function problemType(code: FaultCode): string {
  return `/docs/errors#${code}`;
}

/** WWW-Authenticate value of a 401 response (RFC 9110 11.6.1). */
export const AUTHENTICATE = 'ApiKey header="X-API-Key"';

/** A problem as an HTTP response (RFC 9457). `body` is JSON text. */
export type Problem = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Default value of Retry-After in seconds. */
const RETRY_AFTER_S = 5;

/** Converts a fault to an HTTP problem. Any other error becomes an internal error whose text is not shown. */
export function problem(
  error: unknown,
  requestId: string,
  extra: Readonly<Record<string, unknown>> = {},
): Problem {
  const fault = faultOf(error);
  const { status, title } = FAULTS[fault.code];
  const { detail, errors, retry, links, evidence, retryAfterS, location } = fault.options;
  const body = {
    type: problemType(fault.code),
    title,
    status,
    detail,
    code: fault.code,
    requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(retry === undefined ? {} : { retry }),
    ...(links === undefined ? {} : { links }),
    ...(evidence === undefined ? {} : { evidence }),
    ...extra,
  };
  return {
    status,
    body: harmlessJson(JSON.stringify(body)),
    headers: {
      "content-type": "application/problem+json",
      ...(status === 429 || status === 503 ? { "retry-after": String(retryAfterS ?? RETRY_AFTER_S) } : {}),
      ...(location === undefined ? {} : { location }),
      ...(status === 401 ? { "www-authenticate": AUTHENTICATE } : {}),
    },
  };
}

/** Returns a Fault unchanged, and converts any other error to an `internal_error`. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("internal_error", {
    detail: "Something went wrong on our side; it has been logged.",
    cause: error,
  });
}

/** Returns the HTTP response for an error. */
export function problemResponse(error: unknown, requestId: string): Response {
  const { status, body, headers } = problem(error, requestId);
  return new Response(body, { status, headers: { ...headers } });
}

/**
 * Returns the fault for a client that has hung up.
 * @param workDone false if the work for the call had not begun.
 */
export function clientGone(workDone = true): Fault {
  return new Fault("client_gone", {
    detail: "The connection was closed before the answer was ready.",
    workDone,
  });
}
