import type { ToolName } from "@dnstools/core/tool/contract";
import { FAULTS, Fault, type FaultCode, type FaultOptions } from "@dnstools/core/tool/fault";
import { type InputOf, type ParamSpecs, queryOf } from "@dnstools/core/tool/params";
import { type Shape, WHOLE } from "@dnstools/core/tool/shape";
import { type Static, Type } from "@sinclair/typebox";
import { readTraceparent, type TraceContext, writeTraceparent } from "../trace/context.ts";

/**
 * Version of the protocol between the gateway and a service, and between two services. The protocol defines what is
 * sent with a tool's input, and the format of the reply. Within one process, the values are passed directly; between
 * processes, they are sent as JSON over HTTP:
 *
 *     POST /api/v1/<tool>          {"version":1,"query":"domain=example.com&type=A","requestId":"...",...}
 *     200 application/x-ndjson     {"progress":{"phase":"working",...}}  any number, if `progress` was requested
 *                                  {"answer":{...}}  or  {"problem":{"code":"overloaded",...}}      the last line
 *
 * Within version 1 both sides may add members, kinds of lines and problem codes, and readers ignore those that they
 * do not know. Therefore processes of adjacent releases work together and can be upgraded in any order.
 */
export const CALL_VERSION = 1;

/** Media type of a reply. */
export const REPLY_TYPE = "application/x-ndjson";

/** The input of any tool, as parsed by parseQuery. */
export type Input = InputOf<ParamSpecs>;

/** One call of a tool. */
export type ToolCall = {
  readonly tool: ToolName;
  readonly input: Input;
  /** Selects the parts of the answer to omit. */
  readonly shape: Shape;
  readonly requestId: string;
  /** The span of the request that made the call; null if there is none. */
  readonly trace: TraceContext | null;
  /**
   * Opaque key of the caller, which lets callers take turns in queues. All calls of one caller have the same key, and
   * the key reveals nothing else about the caller.
   */
  readonly caller: string;
  /** Milliseconds that the call has already waited for its turn. */
  readonly waitedMs: number;
};

/**
 * The progress of a call: the call waits for its turn, or its tool is working. Older services omit the optional
 * members.
 */
export type Progress = {
  readonly phase: "waiting" | "working";
  /** Number of exchanges with servers that have begun so far. It never decreases. */
  readonly total?: number;
  /** Number of exchanges with servers that have ended so far. It never decreases. */
  readonly done?: number;
  /** Names of the parts of the work that have finished since the last progress message. Each part is reported once. */
  readonly parts?: readonly string[];
};

/**
 * Calls a service, in this process or another process, and returns the answer as JSON text.
 * @param signal fires when the caller hangs up; work that other callers share continues.
 * @throws Fault if there is no answer.
 */
export type CallService = (
  call: ToolCall,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
) => Promise<string>;

/** Schema of a call's body. The service's route validates the body against it. */
export const CallBody = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  query: Type.String({ maxLength: 8192 }),
  requestId: Type.String({ maxLength: 64 }),
  traceparent: Type.Optional(Type.String({ maxLength: 256 })),
  caller: Type.String({ maxLength: 32 }),
  waitedMs: Type.Number({ minimum: 0 }),
  /** True to receive progress lines before the last line. */
  progress: Type.Optional(Type.Boolean()),
});
/** The body of a call. */
export type CallBody = Static<typeof CallBody>;

/** Serializes the body of a call. */
export function writeCall(call: ToolCall, progress: boolean): string {
  const body: CallBody = {
    version: CALL_VERSION,
    query: queryOf({ ...call.input, ...leftOut(call.shape) }),
    requestId: call.requestId,
    caller: call.caller,
    waitedMs: call.waitedMs,
    ...(call.trace === null ? {} : { traceparent: writeTraceparent(call.trace) }),
    ...(progress ? { progress } : {}),
  };
  return JSON.stringify(body);
}

/**
 * Returns the parameters that select the parts of the answer to omit. Parameters with their default values are left
 * out, because a process of an earlier release does not know these parameters.
 */
function leftOut({ view, evidence }: Shape): Partial<Shape> {
  return {
    ...(view === WHOLE.view ? {} : { view }),
    ...(evidence === WHOLE.evidence ? {} : { evidence }),
  };
}

/** Returns the trace context of a call; null if the call has none. */
export function traceOf({ traceparent }: CallBody): TraceContext | null {
  return readTraceparent(traceparent ?? null);
}

/** Returns a reply line with a call's progress. */
export function writeProgress(progress: Progress): string {
  return `${JSON.stringify({ progress })}\n`;
}

const ANSWER = '{"answer":';

/**
 * Returns the last line of a reply with an answer.
 * @param json the answer on one line, as JSON.stringify writes it.
 */
export function writeAnswer(json: string): string {
  return `${ANSWER}${json}}\n`;
}

/** Returns the last line of a reply with a problem. */
export function writeProblem({ code, options }: Fault): string {
  // The cause is removed because it is only for our own log.
  const { cause: _, ...shown } = options;
  return `${JSON.stringify({ problem: { code, ...shown } })}\n`;
}

/** A parsed line of a reply. */
export type ReplyLine = { readonly kind: "progress"; readonly progress: Progress } | LastLine;
/** The parsed last line of a reply. */
export type LastLine =
  | { readonly kind: "answer"; readonly json: string }
  | { readonly kind: "problem"; readonly fault: Fault };

/**
 * Parses a line of a reply, without its line break. Returns null for an unknown kind of line.
 * @throws SyntaxError if the line is not JSON.
 */
export function readReplyLine(line: string): ReplyLine | null {
  // An answer is passed on unparsed, because it may be large.
  if (line.startsWith(ANSWER) && line.endsWith("}"))
    return { kind: "answer", json: line.slice(ANSWER.length, -1) };
  const read = JSON.parse(line) as {
    readonly progress?: unknown;
    readonly problem?: FaultOptions & { readonly code: string };
  };
  if (read.progress !== undefined) {
    const progress = readProgress(read.progress);
    return progress && { kind: "progress", progress };
  }
  if (read.problem === undefined) return null;
  const { code, ...options } = read.problem;
  // A later release may have problem codes that this one does not know.
  const known = Object.hasOwn(FAULTS, code) ? (code as FaultCode) : "service_unavailable";
  return { kind: "problem", fault: new Fault(known, options) };
}

/** Parses a call's progress from another process; null if its phase is unknown. */
export function readProgress(read: unknown): Progress | null {
  const { phase, total, done, parts } = (read ?? {}) as Partial<Record<keyof Progress, unknown>>;
  if (phase !== "waiting" && phase !== "working") return null;
  return {
    phase,
    ...(typeof total === "number" && typeof done === "number" ? { total, done } : {}),
    ...(Array.isArray(parts) ? { parts: parts.map(String) } : {}),
  };
}
