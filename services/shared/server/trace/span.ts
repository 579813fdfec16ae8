import { newSpanId, newTraceId, type TraceContext } from "./context.ts";

/** Attributes of a span by name. */
export type Attributes = Record<string, string | number | boolean>;

/** The kind of a span (OpenTelemetry's SpanKind): internal work, or the server or client side of a call. */
export type SpanKind = "internal" | "server" | "client";

/** A finished span. */
export type Span = {
  readonly context: TraceContext;
  readonly parentId: string | null;
  /** Related spans in other traces: the context that came with an external request, or a run that was joined. */
  readonly links: readonly TraceContext[];
  readonly kind: SpanKind;
  /** Name from a small, closed set. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** Attributes, with OpenTelemetry's standard names where they exist. */
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** A span in progress, to which attributes and links are added. */
export type OpenSpan = Pick<Span, "context" | "parentId"> & {
  readonly links: TraceContext[];
  readonly attributes: Attributes;
};

/** Opens a child span. */
export function openBelow({ traceId, spanId, sampled }: TraceContext): OpenSpan {
  return {
    context: { traceId, spanId: newSpanId(), sampled },
    parentId: spanId,
    links: [],
    attributes: {},
  };
}

/**
 * Opens the root span of a trace.
 * @param from the context that came with a request: the trace takes its ID, and the span links to it.
 */
export function openRoot(from: TraceContext | null, sampled: boolean): OpenSpan {
  const traceId = from?.traceId ?? newTraceId();
  return {
    context: { traceId, spanId: newSpanId(), sampled },
    parentId: null,
    links: from === null ? [] : [from],
    attributes: {},
  };
}

/** Maximum difference in milliseconds between the two clocks before the offset is corrected. */
const APART_MS = 5;
let offset = Date.now() - performance.now();

/**
 * Converts a time on the clock of performance.now() to milliseconds since 1970. The result is more precise than
 * Date.now() and consistent for all spans.
 */
export function epochMs(at: number): number {
  const now = Date.now() - performance.now();
  if (Math.abs(now - offset) > APART_MS) offset = now;
  return at + offset;
}
