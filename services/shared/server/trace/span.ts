import { newSpanId, newTraceId, type TraceContext } from "./context.ts";

/** Attributes of a span by name. */
export type Attributes = Record<string, string | number | boolean>;

/** The kind of a span (OpenTelemetry's SpanKind): internal work, or the server or client side of a call. */
export type SpanKind = "internal" | "server" | "client";

/** A finished span. */
export type Span = {
  readonly context: TraceContext;
  readonly parentId: string | null;
  /**
   * Contexts of related spans in other traces: the context that came with an external request, or that of a run that a
   * call joined.
   */
  readonly links: readonly TraceContext[];
  readonly kind: SpanKind;
  /** Name of the span, from a small, closed set. */
  readonly name: string;
  /** Start of the span in milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** Attributes, with OpenTelemetry's standard names where they exist. */
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** A span in progress. Attributes and links can still be added. */
export type OpenSpan = Pick<Span, "context" | "parentId"> & {
  readonly links: TraceContext[];
  readonly attributes: Attributes;
};

/** Opens a child of a span. */
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
 * @param from the context that came with a request: its trace ID becomes that of the trace, and the span links to it.
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

/**
 * Maximum difference in milliseconds between Date.now() and the converted time of performance.now() before the offset
 * between the two clocks is corrected.
 */
const APART_MS = 5;
let offset = Date.now() - performance.now();

/**
 * Converts a time on the clock of performance.now() to milliseconds since 1970. The result is more precise than
 * Date.now() and consistent across all spans.
 */
export function epochMs(at: number): number {
  const now = Date.now() - performance.now();
  if (Math.abs(now - offset) > APART_MS) offset = now;
  return at + offset;
}
