/** A place in a trace (W3C Trace Context): the trace, a span of it, and whether that span is exported. */
export type TraceContext = {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly sampled: boolean;
};

export const TRACEPARENT = "traceparent";

/** Neither an id of zeros nor version ff is one (W3C Trace Context 3.2.2); what comes behind belongs to later versions. */
const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
/** Length of version 00, which has nothing behind. */
const LENGTH_00 = 55;

/** Reads a `traceparent`; null for what is none. */
export function readTraceparent(text: string | null): TraceContext | null {
  if (text === null) return null;
  const [, version, traceId, spanId, flags] = FORM.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === "00" && text.length !== LENGTH_00) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}

export function newTraceId(): string {
  return randomHex(16);
}

export function newSpanId(): string {
  return randomHex(8);
}

/** Random bytes drawn in advance: ids of each request by themselves would cost it a microsecond each. */
const drawn = { bytes: Buffer.alloc(4096), used: 4096 };

function randomHex(length: number): string {
  if (drawn.used + length > drawn.bytes.length) {
    crypto.getRandomValues(drawn.bytes);
    drawn.used = 0;
  }
  drawn.used += length;
  return drawn.bytes.toString("hex", drawn.used - length, drawn.used);
}
