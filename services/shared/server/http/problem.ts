import { harmlessJson } from "@dnstools/core/harmless";
import { FAULTS, Fault, type FaultCode } from "@dnstools/core/tool/fault";

/** The docs page of a problem code; relative, so that it holds wherever the API is hosted. */
export function problemType(code: FaultCode): string {
  return `/docs/errors#${code}`;
}

/** What a 401 asks for (RFC 9110 11.6.1). */
export const AUTHENTICATE = 'ApiKey header="X-API-Key"';

/** A problem as HTTP (RFC 9457). `body` is JSON text. */
export type Problem = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Seconds after which to try again where no part of this API knows better. */
const RETRY_AFTER_S = 5;

/** The one mapper from faults to HTTP. An error that is no Fault is our own mistake, and its text stays inside. */
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

/** A Fault as it is; any other error is our own mistake. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("internal_error", {
    detail: "Something went wrong on our side; it has been logged.",
    cause: error,
  });
}

export function problemResponse(error: unknown, requestId: string): Response {
  const { status, body, headers } = problem(error, requestId);
  return new Response(body, { status, headers: { ...headers } });
}

/** The refusal that no client reads. @param workDone false where the call had not begun. */
export function clientGone(workDone = true): Fault {
  return new Fault("client_gone", {
    detail: "The connection was closed before the answer was there.",
    workDone,
  });
}
