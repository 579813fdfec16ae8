import { Fault } from "@dnstools/core/fault";
import { type CircuitState, createCircuit } from "./circuit.ts";
import { describe, type Log } from "./log.ts";
import { CALLER, clientGone, NOT_SERVED, problemResponse, WAITED_MS } from "./problem.ts";

/** The way into a service. In process or across the network: nothing else may know which. Never rejects. */
export type Door = (request: Request) => Promise<Response>;

/** Whether a text says where a service is: `http(s)://host:port` and nothing more, or `unix:/path`. */
export function isDoorUrl(text: string): boolean {
  if (text.startsWith("unix:/")) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** How a call to a service went; `refused` is one that was not made, since the service was not there just now. */
export const CALL_OUTCOMES = ["ok", "failed", "timeout", "refused", "cancelled"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export type RemoteDoorOptions = {
  /** `http://host:port` or `unix:/path/of/socket`. */
  readonly url: string;
  readonly name: string;
  /** Milliseconds that the service's tools have at most; the door waits a little longer. */
  readonly deadlineMs: number;
  /** Hears of every call how it went, of the circuit, and how long it took. */
  readonly onCall: (outcome: CallOutcome, circuit: CircuitState, elapsedMs: number) => void;
  readonly log: Log;
};

/** How much longer a door waits than the tools behind it. */
const GRACE_MS = 1000;

/** Errors of a connection that was never made: only then has no work begun. */
const NEVER_CONNECTED = ["ECONNREFUSED", "ConnectionRefused", "ENOENT", "FailedToOpenSocket"];

/**
 * A door to a service in another process. What does not answer as our services do is a service that is not there:
 * nothing of it reaches the caller. A call ends when its time is over or its caller has gone, and the service hears of both.
 */
export function remoteDoor({ url, name, deadlineMs, onCall, log }: RemoteDoorOptions): Door {
  const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
  const base = unix === undefined ? new URL(url).origin : `http://${name}.service`;
  const circuit = createCircuit();
  const refused = (requestId: string, workDone: boolean, late = false) => {
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
  return async (request) => {
    const requestId = request.headers.get("x-request-id") ?? "";
    const start = performance.now();
    const told = (outcome: CallOutcome) => onCall(outcome, circuit.state(), performance.now() - start);
    if (!circuit.mayTry()) {
      told("refused");
      return refused(requestId, false);
    }
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new Error("did not answer in time")), deadlineMs + GRACE_MS);
    const gone = () => end.abort(GONE);
    request.signal.addEventListener("abort", gone, { once: true });
    if (request.signal.aborted) gone();
    try {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${base}${pathname}${search}`, {
        headers: {
          "x-request-id": requestId,
          [WAITED_MS]: request.headers.get(WAITED_MS) ?? "0",
          [CALLER]: request.headers.get(CALLER) ?? "",
          "accept-encoding": "identity",
        },
        signal: end.signal,
        redirect: "manual",
        decompress: false,
        ...(unix === undefined ? {} : { unix }),
      });
      const answer = await takeAnswer(response);
      if (answer === null) {
        // It is there, and did not like this request: nothing that others should feel.
        circuit.cancelled();
        told("failed");
        log.warn("a service refuses a request", { service: name, requestId, status: response.status });
        return refused(requestId, false);
      }
      circuit.succeeded();
      told("ok");
      return answer;
    } catch (cause) {
      if (end.signal.reason === GONE) {
        circuit.cancelled();
        told("cancelled");
        return problemResponse(clientGone(), requestId);
      }
      circuit.failed();
      const late = end.signal.aborted;
      told(late ? "timeout" : "failed");
      log.warn("a service does not answer", { service: name, requestId, error: describe(cause) });
      return refused(requestId, !NEVER_CONNECTED.includes((cause as { code?: string }).code ?? ""), late);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", gone);
    }
  };
}

/** Why a call ended before its time. */
const GONE = "gone";

/** Bytes of a service's answer that are read; our largest are far below. */
const ANSWER_MAX = 16 * 2 ** 20;

/** The whole answer, when it is one that our services give; null for another refusal, throws for anything else. */
async function takeAnswer(response: Response): Promise<Response | null> {
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0];
  const expected = status === 200 ? "application/json" : "application/problem+json";
  const ours = [200, 400, 404, 503].includes(status) && type === expected && !headers.has("content-encoding");
  if (!ours) {
    await response.body?.cancel();
    if (status >= 400 && status < 500) return null;
    throw new Error(`answered ${status} ${type}, which is not a service of ours`);
  }
  return new Response(await takeBody(response), { status, headers });
}

async function takeBody(response: Response): Promise<ArrayBuffer | Buffer> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  // Of a length that is said nothing more is read; in pieces it costs several times as much.
  if (length <= ANSWER_MAX) return response.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX) throw new Error(`answered more than ${ANSWER_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
