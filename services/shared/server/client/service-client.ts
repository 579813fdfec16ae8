import { onAbort } from "@dnstools/concurrency/abortable";
import type { CircuitState } from "@dnstools/concurrency/circuit-breaker";
import { toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { clientGone } from "../http/problem.ts";
import { describe, type Log } from "../log.ts";
import { type Address, createAddresses } from "./addresses.ts";
import {
  type CallService,
  type LastLine,
  type Progress,
  REPLY_TYPE,
  readReplyLine,
  type ToolCall,
  writeCall,
} from "./call.ts";
import { readLines } from "./read-lines.ts";

/**
 * Outcomes of a call to a service. `refused`: the call was not made because the circuit was open. `retried`: one
 * process failed, and the call was repeated at another process.
 */
export const CALL_OUTCOMES = ["ok", "failed", "timeout", "refused", "cancelled", "retried"] as const;
/** The outcome of a call to a service. */
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Settings and callbacks of a service client. */
export type ServiceClientOptions = {
  /** Addresses of the service's processes: `http://host:port` or `unix:/path/of/socket`. */
  readonly urls: readonly string[];
  readonly name: string;
  /**
   * Total milliseconds that a call may take: the queue wait at the gateway and the service, the tool's deadline, and a
   * margin.
   */
  readonly callMs: number;
  /**
   * Called for every attempt, with the attempt's outcome, the service's circuit state, and the milliseconds since the
   * call began.
   */
  readonly onCall: (outcome: CallOutcome, circuit: () => CircuitState, elapsedMs: number) => void;
  /** Called for every attempt, with the URL of the process and whether the process answered. */
  readonly onAddress: (url: string, answers: boolean) => void;
  readonly log: Log;
};

/**
 * The fault for a service that did not answer. The service may not have counted the call, so the caller of the service
 * must count it.
 */
export class ServiceUnavailable extends Fault {
  readonly timedOut: boolean;

  constructor(service: string, { workDone, timedOut }: { workDone: boolean; timedOut: boolean }) {
    super("service_unavailable", {
      detail: `The ${service} service does not answer. Its tools are not available; the others are.`,
      retryAfterS: 5,
      workDone,
    });
    this.timedOut = timedOut;
  }
}

/** Maximum size of a reply in bytes; the largest answers are far smaller. */
const REPLY_MAX = 16 * 2 ** 20;

/** Error codes of a connection that was never established. */
const NEVER_CONNECTED = [
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOENT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
];
/** Error code if the connection was closed during a call. */
const CLOSED = "ECONNRESET";
/** Abort reason if the call's client has hung up. */
const GONE = "gone";

/** A failed attempt. */
type Failed = {
  /** True if the service may have begun to work on the call. */
  readonly workDone: boolean;
  /** True if no part of a reply arrived, so that the call may be repeated. */
  readonly retry: boolean;
  readonly timedOut: boolean;
  /** True if the connection was closed during the call. This alone does not yet count as a failure of the address. */
  readonly closed: boolean;
};

/**
 * Creates a client of a service whose processes are separate from this one. One deadline applies to the whole call. If
 * no part of a reply arrived, the call is repeated once, at another process if there is one. The repetition is safe
 * because all calls only read. A reply that violates the contract counts as a failure.
 */
export function createServiceClient(options: ServiceClientOptions): CallService {
  const { urls, name, callMs, onCall, onAddress, log } = options;
  const addresses = createAddresses(urls);

  async function tryAt(address: Address, attempt: Attempt): Promise<string | Failed> {
    const { url, circuit } = address;
    const { call, end, again } = attempt;
    const about = { service: name, url, requestId: call.requestId, traceId: call.trace?.traceId ?? null };
    address.calls += 1;
    const hadLittleTime = performance.now() - attempt.start > callMs / 2;
    let begun = false;
    try {
      const response = await send(url, attempt);
      begun = true;
      if (response.status >= 400 && response.status < 500) {
        // The process works but rejects this call, so its circuit is not affected.
        circuit.cancelled();
        await response.body?.cancel();
        log.warn("a service refuses a call", { ...about, status: response.status });
        return { workDone: false, retry: false, timedOut: false, closed: false };
      }
      const reply = await takeReply(response, attempt.onProgress);
      circuit.succeeded();
      onAddress(url, true);
      if (reply.kind === "answer") return reply.json;
      throw reply.fault;
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      if (end.signal.reason === GONE) {
        circuit.cancelled();
        throw clientGone();
      }
      const code = (cause as { code?: string }).code ?? "";
      const timedOut = end.signal.aborted;
      // A process that exits closes all its connections at once. This must count as one failure of the address, not as
      // one failure for each call.
      const closed = code === CLOSED && !again;
      // The first address may have used most of the time, so the timeout does not count against the second address.
      const outOfTime = timedOut && again && hadLittleTime;
      if (closed || outOfTime) circuit.cancelled();
      else circuit.failed();
      if (!outOfTime) onAddress(url, false);
      log.warn("a service does not answer", { ...about, error: describe(cause) });
      return { workDone: !NEVER_CONNECTED.includes(code), retry: !begun && !timedOut, timedOut, closed };
    } finally {
      address.calls -= 1;
    }
  }

  /** Calls one process, and another one if a retry is allowed. Returns null if no circuit breaker allows a call. */
  async function tryTwice(attempt: Omit<Attempt, "again">): Promise<string | Failed | null> {
    const first = addresses.first();
    if (first === null) return null;
    const tried = await tryAt(first, { ...attempt, again: false });
    if (typeof tried === "string" || !tried.retry) return tried;
    const second = addresses.second(first);
    onCall("retried", addresses.state, performance.now() - attempt.start);
    const retried = await tryAt(second, { ...attempt, again: true });
    if (typeof retried === "string") return retried;
    if (tried.closed && second !== first) first.circuit.failed();
    return { ...retried, workDone: tried.workDone || retried.workDone };
  }

  return async (call, signal, onProgress) => {
    const start = performance.now();
    const report = (outcome: CallOutcome) => onCall(outcome, addresses.state, performance.now() - start);
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new Error("no reply in time")), callMs - call.waitedMs);
    const stopListening = onAbort(signal, () => end.abort(GONE));
    try {
      const tried = await tryTwice({ call, end, onProgress, start });
      if (typeof tried === "string") {
        report("ok");
        return tried;
      }
      const { workDone, timedOut } = tried ?? { workDone: false, timedOut: false };
      report(tried === null ? "refused" : timedOut ? "timeout" : "failed");
      throw new ServiceUnavailable(name, { workDone, timedOut });
    } catch (error) {
      // A reply with a problem is a successful call.
      if (!(error instanceof ServiceUnavailable)) report(end.signal.reason === GONE ? "cancelled" : "ok");
      throw error;
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  };
}

type Attempt = {
  readonly call: ToolCall;
  readonly end: AbortController;
  /** Time at which the call began, on the clock of performance.now(). */
  readonly start: number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** True if this is the second attempt. */
  readonly again: boolean;
};

function send(url: string, { call, end, again, onProgress }: Attempt): Promise<Response> {
  const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
  // The URL has no path (see the setting), but may end with a slash.
  const base = unix === undefined ? url.replace(/\/$/, "") : "http://service";
  return fetch(`${base}${toolPath(call.tool)}`, {
    // POST, because Bun's fetch sends a POST only once; if a kept-alive connection is closed, it repeats a GET on every
    // other kept-alive connection.
    method: "POST",
    headers: { "content-type": "application/json", "accept-encoding": "identity" },
    body: writeCall(call, onProgress !== undefined),
    signal: end.signal,
    redirect: "manual",
    decompress: false,
    // The retry opens a new connection, because other kept-alive connections may be closed too.
    keepalive: !again,
    ...(unix === undefined ? {} : { unix }),
  });
}

/**
 * Reads a reply up to its last line.
 * @throws Error if the response is not a reply of a service of this API.
 */
async function takeReply(response: Response, onProgress: Attempt["onProgress"]): Promise<LastLine> {
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0];
  if (status !== 200 || type !== REPLY_TYPE || headers.has("content-encoding")) {
    await response.body?.cancel();
    throw new Error(`answered ${status} ${type}, which is not a reply of a service`);
  }
  for await (const line of readLines(response, REPLY_MAX)) {
    const read = readReplyLine(line);
    if (read?.kind === "progress") onProgress?.(read.progress);
    else if (read !== null) return read;
  }
  throw new Error("the reply ended early: its final line is missing");
}
