import { FAULTS, Fault, type FaultCode } from "@dnstools/core/fault";

/** Header that tells the gateway that no work went out for a 503, so that its units are given back. Stays inside. */
export const WORK_DONE = "x-work-done";

/** Header in which the gateway tells a service how many milliseconds a call has waited already. Stays inside. */
export const WAITED_MS = "x-waited-ms";

/** Header by which a service takes callers in turns: the same for the same caller, and nothing else. Stays inside. */
export const CALLER = "x-caller";

/** Header by which a service tells the gateway that it had too much to do for a call. Stays inside. */
export const OVERLOADED = "x-overloaded";

/** Header by which a door says that the service did not answer, and how that counts. Stays inside. */
export const NOT_SERVED = "x-not-served";

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

/** Seconds after which to try again when nobody knows better. */
const RETRY_AFTER_S = 5;

/** The one mapper from faults to HTTP. Anything that is no Fault is our own mistake, and its text stays inside. */
export function problem(
  error: unknown,
  requestId: string,
  extra: Readonly<Record<string, unknown>> = {},
): Problem {
  const fault = faultOf(error);
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
      ...(fault.code === "overloaded" ? { [OVERLOADED]: "yes" } : {}),
    },
  };
}

/** A refusal as it is; anything else is our own mistake. */
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

/** The refusal that nobody reads. */
export function clientGone(): Fault {
  return new Fault("client_gone", { detail: "The connection was closed before the answer was there." });
}
