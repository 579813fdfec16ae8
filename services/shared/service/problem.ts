import { FAULTS, Fault, type FaultCode } from "@dnstools/core/fault";

/** Header that tells the gateway that no work went out for a 503, so that its units are given back. Stays inside. */
export const WORK_DONE = "x-work-done";

/** The docs page of a problem code; relative, so that it holds wherever the API is hosted. */
export function problemType(code: FaultCode): string {
  return `/docs/errors#${code}`;
}

/** A problem as HTTP (RFC 9457). `body` is JSON text. */
export type Problem = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Seconds after which to try again when nobody knows better. */
const RETRY_AFTER_S = 5;

/** The one mapper from faults to HTTP. Anything that is no Fault is our own mistake, and its text stays inside. */
export function problem(
  error: unknown,
  requestId: string,
  extra: Readonly<Record<string, unknown>> = {},
): Problem {
  const fault =
    error instanceof Fault
      ? error
      : new Fault("internal_error", {
          detail: "Something went wrong on our side; it has been logged.",
          cause: error,
        });
  const { status, title } = FAULTS[fault.code];
  const { detail, errors, evidence, retryAfterS, workDone } = fault.options;
  const body = {
    type: problemType(fault.code),
    title,
    status,
    detail,
    code: fault.code,
    requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(evidence === undefined ? {} : { evidence }),
    ...extra,
  };
  const waits = status === 429 || status === 503;
  return {
    status,
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/problem+json",
      ...(waits ? { "retry-after": String(retryAfterS ?? RETRY_AFTER_S) } : {}),
      ...(workDone === false ? { [WORK_DONE]: "no" } : {}),
    },
  };
}

export function problemResponse(error: unknown, requestId: string): Response {
  const { status, body, headers } = problem(error, requestId);
  return new Response(body, { status, headers: { ...headers } });
}
