/** A position in a trace (W3C Trace Context): the trace, one of its spans, and whether that span is exported. */
export type TraceContext = {
  /** ID of the trace, 32 hex digits. */
  readonly traceId: string;
  /** ID of the span, 16 hex digits. */
  readonly spanId: string;
  readonly sampled: boolean;
};

/** Name of the header with the trace context. */
export const TRACEPARENT = "traceparent";

/**
 * Pattern of a `traceparent` header. All-zero IDs and version ff are invalid (W3C Trace Context 3.2.2); later versions
 * may append fields.
 */
const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
/** Length in characters of a version 00 `traceparent` header, which has no further fields. */
const LENGTH_00 = 55;

/** Parses a `traceparent` header; null if it is missing or invalid. */
export function readTraceparent(text: string | null): TraceContext | null {
  if (text === null) return null;
  const [, version, traceId, spanId, flags] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === "00" && text.length !== LENGTH_00) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats a trace context as the value of a `traceparent` header. */
export function writeTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

/** Returns a random trace ID. */
export function newTraceId(): string {
  return randomHex(16);
}

/** Returns a random span ID. */
export function newSpanId(): string {
  return randomHex(8);
}

/**
 * Random hex digits that are drawn in bulk; drawing the bytes of each ID separately would take a microsecond per ID.
 */
const drawn = { bytes: Buffer.alloc(4096), digits: "", used: 0 };

function randomHex(length: number): string {
  const digits = 2 * length;
  if (drawn.used + digits > drawn.digits.length) {
    crypto.getRandomValues(drawn.bytes);
    drawn.digits = drawn.bytes.toString("hex");
    drawn.used = 0;
  }
  drawn.used += digits;
  return drawn.digits.slice(drawn.used - digits, drawn.used);
}
