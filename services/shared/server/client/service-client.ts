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
 * How a call to a service went. `refused`: it was not made, since the circuit was open. `retried`: a try at one process failed
 * and was made again at another.
 */
export const CALL_OUTCOMES = ["ok", "failed", "timeout", "refused", "cancelled", "retried"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export type ServiceClientOptions = {
  /** Where the service's processes are: `http://host:port` or `unix:/path/of/socket`. */
  readonly urls: readonly string[];
  readonly name: string;
  /** Milliseconds that a call may take in all: its wait for a turn, here and at the service, its tool's deadline, and a margin. */
  readonly callMs: number;
  /** Called for every try: how it went, the service's circuit, and how long the call has taken so far. */
  readonly onCall: (outcome: CallOutcome, circuit: () => CircuitState, elapsedMs: number) => void;
  /** Called for every try: whether that process answered. */
  readonly onAddress: (url: string, answers: boolean) => void;
  readonly log: Log;
};

/** A service that did not answer: its own process never counted the call. */
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

/** Bytes of a reply that are read; the largest answers are far below. */
const REPLY_MAX = 16 * 2 ** 20;

/** Error codes of a connection that was never made. */
const NEVER_CONNECTED = [
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOENT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
];
/** The error code of a connection that was closed on a call. */
const CLOSED = "ECONNRESET";
/** Why a call ended before its time. */
const GONE = "gone";

/** A try that failed. */
type Failed = {
  /** Whether the service may have begun to work. */
  readonly workDone: boolean;
  /** Whether no byte of a reply had come, so that the call may be made again. */
  readonly retry: boolean;
  readonly timedOut: boolean;
  /** Whether the connection was closed on the call: not yet counted as a failure of the address. */
  readonly closed: boolean;
};

/**
 * A client of a service in other processes. One deadline holds for the whole call. A call of which no byte of a reply has come is
 * made once more, at another process where there is one: all calls only read. A reply that is not by the contract counts as none.
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
        // The process is there, and does not take this call: nothing that other calls should feel.
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
      // A process that ends closes all its connections at once: many calls have failed, and the address once.
      const closed = code === CLOSED && !again;
      // Most of the time that ran out may have been spent at the first address.
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

  /** Tries one process, and one more where that may be. Null where no circuit allows a try. */
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
      // A problem that the service answered with is a call that went well.
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
  /** When the call began, in milliseconds of the process's clock. */
  readonly start: number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Whether it is the second one. */
  readonly again: boolean;
};

function send(url: string, { call, end, again, onProgress }: Attempt): Promise<Response> {
  const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
  const base = unix === undefined ? new URL(url).origin : "http://service";
  return fetch(`${base}${toolPath(call.tool)}`, {
    // Bun's fetch sends a GET again over every kept connection that is closed on it; a POST it sends once.
    method: "POST",
    headers: { "content-type": "application/json", "accept-encoding": "identity" },
    body: writeCall(call, onProgress !== undefined),
    signal: end.signal,
    redirect: "manual",
    decompress: false,
    // A kept connection may be closed as the last one was.
    keepalive: !again,
    ...(unix === undefined ? {} : { unix }),
  });
}

/** Reads a reply to its last line. @throws Error for what is no reply of a service of this API. */
async function takeReply(response: Response, onProgress: Attempt["onProgress"]): Promise<LastLine> {
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0];
  if (status !== 200 || type !== REPLY_TYPE || headers.has("content-encoding")) {
    await response.body?.cancel();
    throw new Error(`answered ${status} ${type}, which is no reply of a service`);
  }
  for await (const line of readLines(response, REPLY_MAX)) {
    const read = readReplyLine(line);
    if (read?.kind === "progress") onProgress?.(read.progress);
    else if (read !== null) return read;
  }
  throw new Error("the reply has no last line");
}
