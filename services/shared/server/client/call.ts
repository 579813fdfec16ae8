import type { ToolName } from "@dnstools/core/tool/contract";
import { FAULTS, Fault, type FaultCode, type FaultOptions } from "@dnstools/core/tool/fault";
import { type InputOf, type ParamSpecs, queryOf } from "@dnstools/core/tool/params";
import { type Shape, WHOLE } from "@dnstools/core/tool/shape";
import { type Static, Type } from "@sinclair/typebox";
import { readTraceparent, type TraceContext, writeTraceparent } from "../trace/context.ts";

/**
 * The contract between the gateway and a service, and between two services: what travels beside the question, and how the reply
 * is written. In one process the values travel as they are; between processes as JSON over HTTP:
 *
 *     POST /api/v1/<tool>          {"version":1,"query":"domain=example.com&type=A","requestId":"...",...}
 *     200 application/x-ndjson     {"progress":{"phase":"working",...}}  any number of lines, where `progress` was asked for
 *                                  {"answer":{...}}  or  {"problem":{"code":"overloaded",...}}      the last line
 *
 * Within version 1 both sides may add members, kinds of lines and problem codes; readers pass over what they do not know. So
 * processes of neighbouring releases work together, in any order of an upgrade.
 */
export const CALL_VERSION = 1;

export const REPLY_TYPE = "application/x-ndjson";

/** A tool's input, of whichever tool, as parseQuery read it. */
export type Input = InputOf<ParamSpecs>;

/** One call of a tool. */
export type ToolCall = {
  readonly tool: ToolName;
  readonly input: Input;
  /** What the answer leaves out. */
  readonly shape: Shape;
  readonly requestId: string;
  /** The span of the request that the call belongs to. */
  readonly trace: TraceContext | null;
  /** Whose turn it is where calls wait: the same text for the same caller, and nothing else of the caller. */
  readonly caller: string;
  /** Milliseconds that the call has waited for its turn already. */
  readonly waitedMs: number;
};

/** How far a call has come: it waits for its turn, or its tool works. What else is known of work is left out where a service is older. */
export type Progress = {
  readonly phase: "waiting" | "working";
  /** Exchanges with servers that have begun so far, and those of them that have ended. Both only grow. */
  readonly total?: number;
  readonly done?: number;
  /** Parts of the work that were finished since the last time, in plain words; each is named once. */
  readonly parts?: readonly string[];
};

/**
 * Calls a service, in this process or another; the caller cannot tell which. @returns the answer as JSON text.
 * @param signal ends the call when the caller hangs up; it never reaches work that others share.
 * @throws Fault for every other end.
 */
export type CallService = (
  call: ToolCall,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
) => Promise<string>;

/** A call as it is sent; the schema of the route that takes it. */
export const CallBody = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  query: Type.String({ maxLength: 8192 }),
  requestId: Type.String({ maxLength: 64 }),
  traceparent: Type.Optional(Type.String({ maxLength: 256 })),
  caller: Type.String({ maxLength: 32 }),
  waitedMs: Type.Number({ minimum: 0 }),
  /** Whether lines of progress are wanted before the reply. */
  progress: Type.Optional(Type.Boolean()),
});
export type CallBody = Static<typeof CallBody>;

/** Writes a call's body. */
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

/** What the answer leaves out, as parameters: a process of an earlier release knows none of them. */
function leftOut({ view, evidence }: Shape): Partial<Shape> {
  return {
    ...(view === WHOLE.view ? {} : { view }),
    ...(evidence === WHOLE.evidence ? {} : { evidence }),
  };
}

/** The trace that a call names; null where it names none. */
export function traceOf({ traceparent }: CallBody): TraceContext | null {
  return readTraceparent(traceparent ?? null);
}

export function writeProgress(progress: Progress): string {
  return `${JSON.stringify({ progress })}\n`;
}

const ANSWER = '{"answer":';

/** @param json the answer, in one line as JSON.stringify writes it. */
export function writeAnswer(json: string): string {
  return `${ANSWER}${json}}\n`;
}

export function writeProblem({ code, options }: Fault): string {
  // What only our log may show stays here.
  const { cause: _, ...shown } = options;
  return `${JSON.stringify({ problem: { code, ...shown } })}\n`;
}

/** What one line of a reply says; null for a line of a kind that is not known here. */
export type ReplyLine = { readonly kind: "progress"; readonly progress: Progress } | LastLine;
/** What the last line says. */
export type LastLine =
  | { readonly kind: "answer"; readonly json: string }
  | { readonly kind: "problem"; readonly fault: Fault };

/** Reads a line of a reply, without its end. @throws SyntaxError for what is no JSON. */
export function readReplyLine(line: string): ReplyLine | null {
  // Passed on as it is: an answer may be large, and nothing here looks into it.
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
  // A later release may have problems that this one does not know.
  const known = Object.hasOwn(FAULTS, code) ? (code as FaultCode) : "service_unavailable";
  return { kind: "problem", fault: new Fault(known, options) };
}

/** Reads how far a call has come, as another process says it; null where that is nothing known here. */
export function readProgress(read: unknown): Progress | null {
  const { phase, total, done, parts } = (read ?? {}) as Partial<Record<keyof Progress, unknown>>;
  if (phase !== "waiting" && phase !== "working") return null;
  return {
    phase,
    ...(typeof total === "number" && typeof done === "number" ? { total, done } : {}),
    ...(Array.isArray(parts) ? { parts: parts.map(String) } : {}),
  };
}
