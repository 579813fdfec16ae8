import { Fault } from "@dnstools/core/fault";
import { type Address, createAddresses } from "./addresses.ts";
import type { CircuitState } from "./circuit.ts";
import { describe, type Log } from "./log.ts";
import { CALLER, clientGone, NOT_SERVED, problemResponse, WAITED_MS } from "./problem.ts";
import { takeAnswer } from "./take-answer.ts";
import { TRACEPARENT, traceIdOf } from "./trace/context.ts";

/** The way into a service, or the gateway. In process or across the network: nothing else may know which. Never rejects. */
export type Door = (request: Request) => Promise<Response>;

/** Whether a text says where a service is: `http(s)://host:port` and nothing more, or `unix:/path`. */
export function isDoorUrl(text: string): boolean {
  if (text.startsWith("unix:/")) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/**
 * How a call to a service went; `refused` is one that was not made, since the service was not there just now, and `passed_on` a
 * try at one of its processes that failed and was made again at another.
 */
export const CALL_OUTCOMES = ["ok", "failed", "timeout", "refused", "cancelled", "passed_on"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export type RemoteDoorOptions = {
  /** Where the service's processes are: `http://host:port` or `unix:/path/of/socket`. */
  readonly urls: readonly string[];
  readonly name: string;
  /** Milliseconds that the service's tools have at most; the door waits a little longer. */
  readonly deadlineMs: number;
  /** Hears of every try how it went, of the service's circuit, and how long the call has taken. */
  readonly onCall: (outcome: CallOutcome, circuit: () => CircuitState, elapsedMs: number) => void;
  /** Hears of each of the processes whether it answers. */
  readonly onAddress: (url: string, answers: boolean) => void;
  readonly log: Log;
};

/** How much longer a door waits than the tools behind it. */
const GRACE_MS = 1000;
/** Milliseconds after a call's beginning in which it may be sent again: as many as a service takes off its tool's time. */
const AGAIN_MS = 2000;

/** Errors of a connection that was never made. */
const NEVER_CONNECTED = [
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOENT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
];
/** The error of a connection that was closed before the answer was whole. */
const CLOSED = "ECONNRESET";

/** What came of a try; of a failure, whether work may have begun, and whether the call may go to another or even there again. */
type Tried = Response | Failed;
type Failed = {
  readonly workDone: boolean;
  readonly again: "elsewhere" | "anywhere" | "no";
  /** It had all its time. */
  readonly late?: boolean;
};

/**
 * A door to a service in other processes. What does not answer as our services do is a service that is not there: nothing of it
 * reaches the caller. A call ends when its time is over or its caller has gone, and the service hears of both. One that could
 * not be brought to a process goes to the next at once; one whose connection was closed before its answer is sent once more,
 * elsewhere where there is another, and over a connection of its own: it only reads, and its units were taken once.
 */
export function remoteDoor({ urls, name, deadlineMs, onCall, onAddress, log }: RemoteDoorOptions): Door {
  const addresses = createAddresses(urls);
  const refused = (requestId: string, workDone: boolean, late: boolean) => {
    const response = problemResponse(
      new Fault("service_unavailable", {
        detail: `The ${name} service does not answer. Its tools are not available; the others are.`,
        retryAfterS: 5,
        workDone,
      }),
      requestId,
    );
    response.headers.set(NOT_SERVED, late ? "timeout" : "upstream_error");
    return response;
  };

  async function tryAt(
    address: Address,
    request: Request,
    end: AbortController,
    { sinceMs, again }: { readonly sinceMs: number; readonly again: boolean },
  ): Promise<Tried> {
    const { url, circuit } = address;
    const requestId = request.headers.get("x-request-id") ?? "";
    const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
    const base = unix === undefined ? new URL(url).origin : `http://${name}.service`;
    const about = { service: name, url, requestId, traceId: traceIdOf(request) };
    address.calls += 1;
    try {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${base}${pathname}${search}`, {
        // Nothing is sent twice but by us: fetch sends a GET again over each kept connection that is closed on it.
        method: "POST",
        headers: {
          "x-request-id": requestId,
          [WAITED_MS]: String(Number(request.headers.get(WAITED_MS) ?? 0) + sinceMs),
          [CALLER]: request.headers.get(CALLER) ?? "",
          [TRACEPARENT]: request.headers.get(TRACEPARENT) ?? "",
          "accept-encoding": "identity",
        },
        signal: end.signal,
        redirect: "manual",
        decompress: false,
        // One that was kept may be closed as the last was.
        keepalive: !again,
        ...(unix === undefined ? {} : { unix }),
      });
      const answer = await takeAnswer(response);
      if (answer === null) {
        // It is there, and did not like this request: nothing that others should feel.
        circuit.cancelled();
        log.warn("a service refuses a request", { ...about, status: response.status });
        return { workDone: false, again: "no" };
      }
      circuit.succeeded();
      onAddress(url, true);
      return answer;
    } catch (cause) {
      if (end.signal.reason === GONE) {
        circuit.cancelled();
        return problemResponse(clientGone(), requestId);
      }
      const code = (cause as { code?: string }).code ?? "";
      // A process that ends closes all its connections at once: many calls of one address have failed once, and not it many times.
      if (code === CLOSED && !again) circuit.wasCut();
      else circuit.failed();
      onAddress(url, false);
      log.warn("a service does not answer", { ...about, error: describe(cause) });
      if (NEVER_CONNECTED.includes(code)) return { workDone: false, again: "elsewhere" };
      return { workDone: true, again: code === CLOSED ? "anywhere" : "no", late: end.signal.aborted };
    } finally {
      address.calls -= 1;
    }
  }

  /** Asks one process after the other, as far as that may be. Null where none may be asked just now. */
  async function tryAll(request: Request, end: AbortController, start: number): Promise<Tried | null> {
    const asked: Address[] = [];
    const away: Address[] = [];
    let last: Failed | null = null;
    // Where a connection was closed once, the call may go to where it was.
    let workDone = false;
    for (;;) {
      const sinceMs = Math.round(performance.now() - start);
      const address: Address | null = addresses.take(asked) ?? (workDone ? addresses.take(away) : null);
      if (address === null) break;
      if (last !== null) onCall("passed_on", addresses.state, performance.now() - start);
      asked.push(address);
      const tried = await tryAt(address, request, end, { sinceMs, again: workDone });
      if (tried instanceof Response) return tried;
      const late = performance.now() - start > AGAIN_MS;
      // Closed a second time: it may be the question that does it.
      const twice = workDone && tried.again === "anywhere";
      workDone ||= tried.workDone;
      last = { ...tried, workDone, again: late || twice ? "no" : tried.again };
      if (last.again === "no") break;
      if (tried.again === "elsewhere") away.push(address);
    }
    return last;
  }

  return async (request) => {
    const requestId = request.headers.get("x-request-id") ?? "";
    const start = performance.now();
    const told = (outcome: CallOutcome) => onCall(outcome, addresses.state, performance.now() - start);
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new Error("did not answer in time")), deadlineMs + GRACE_MS);
    const gone = () => end.abort(GONE);
    request.signal.addEventListener("abort", gone, { once: true });
    if (request.signal.aborted) gone();
    try {
      const tried = await tryAll(request, end, start);
      if (tried instanceof Response) {
        told(end.signal.reason === GONE ? "cancelled" : "ok");
        return tried;
      }
      const late = tried?.late ?? false;
      told(tried === null ? "refused" : late ? "timeout" : "failed");
      return refused(requestId, tried?.workDone ?? false, late);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", gone);
    }
  };
}

/** Why a call ended before its time. */
const GONE = "gone";
