import { newSpanId, newTraceId, type TraceContext } from "./context.ts";

export type Attributes = Record<string, string | number | boolean>;

/** What a span is to the one at its other end (OpenTelemetry's SpanKind). */
export type SpanKind = "internal" | "server" | "client";

/** Work that is over. */
export type Span = {
  readonly context: TraceContext;
  readonly parentId: string | null;
  /** Other places that it has to do with: what came with a request from outside, a run that was joined. */
  readonly links: readonly TraceContext[];
  readonly kind: SpanKind;
  /** Of a small, closed set. */
  readonly name: string;
  /** Milliseconds of the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  /** By OpenTelemetry's conventions where they have a word for it. */
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** Work that goes on: what is learnt on its way is written into it. */
export type OpenSpan = Pick<Span, "context" | "parentId"> & {
  readonly links: TraceContext[];
  readonly attributes: Attributes;
};

/** Begins what belongs to a span. */
export function openBelow({ traceId, spanId, sampled }: TraceContext): OpenSpan {
  return {
    context: { traceId, spanId: newSpanId(), sampled },
    parentId: spanId,
    links: [],
    attributes: {},
  };
}

/** Begins a trace's first span. @param from what came with a request: it gives the id of the trace, and is linked to. */
export function openRoot(from: TraceContext | null, sampled: boolean): OpenSpan {
  const traceId = from?.traceId ?? newTraceId();
  return {
    context: { traceId, spanId: newSpanId(), sampled },
    parentId: null,
    links: from === null ? [] : [from],
    attributes: {},
  };
}

/** Milliseconds by which the two clocks may go apart before one follows the other. */
const APART_MS = 5;
let offset = Date.now() - performance.now();

/** The epoch's time of a moment of the process's clock: finer than the epoch's own, and the same for all spans. */
export function epochMs(at: number): number {
  const now = Date.now() - performance.now();
  if (Math.abs(now - offset) > APART_MS) offset = now;
  return at + offset;
}
