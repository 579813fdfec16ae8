import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { TraceContext } from "./context.ts";
import { SendError } from "./queue.ts";
import type { TraceSettings } from "./settings.ts";
import type { Attributes, Span } from "./span.ts";

type Readable = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];

const WIRE = {
  "http/protobuf": { type: "application/x-protobuf", serializer: ProtobufTraceSerializer },
  "http/json": { type: "application/json", serializer: JsonTraceSerializer },
} as const;

/** HTTP statuses after which a batch may be sent again (OTLP 1.3.2.2, "Retryable response codes"). */
const AGAIN = [429, 502, 503, 504];

/**
 * Creates a function that sends batches of spans to a collector (OTLP over HTTP). The operator chose the collector, so
 * the egress guard does not apply. Redirects are not followed.
 * @param url the URL to which spans are posted.
 * @param resource attributes that describe this process to the collector.
 */
export function createOtlp(
  url: string,
  settings: TraceSettings,
  resource: Attributes,
): (spans: readonly Span[]) => Promise<void> {
  const { type, serializer } = WIRE[settings.OTEL_EXPORTER_OTLP_PROTOCOL];
  const readable = toReadable(resource);
  const headers = { ...settings.OTEL_EXPORTER_OTLP_HEADERS, "content-type": type, "user-agent": "dnstools" };
  const { pems } = settings.OTEL_EXPORTER_OTLP_CERTIFICATE;
  const tls = pems.length === 0 ? {} : { tls: { ca: [...pems], rejectUnauthorized: true } };
  return async (spans) => {
    const body = serializer.serializeRequest(spans.map(readable));
    if (body === undefined) throw new SendError("spans could not be serialized", false);
    const signal = AbortSignal.timeout(settings.OTEL_EXPORTER_OTLP_TIMEOUT);
    const request = { method: "POST", headers, body, redirect: "manual", signal, ...tls } as const;
    const response = await fetch(url, request).catch((cause) => {
      throw new SendError("could not be reached, or did not answer in time", true, { cause });
    });
    // The response body is not used, so it is cancelled.
    await response.body?.cancel();
    if (response.ok) return;
    throw new SendError(`answered ${response.status}`, AGAIN.includes(response.status));
  };
}

const KINDS = { internal: 0, server: 1, client: 2 } as const;

/** Creates a function that converts a span to the serializer's type. */
function toReadable(attributes: Attributes): (span: Span) => Readable {
  const resource = { attributes, merge: () => resource, getRawAttributes: () => [] };
  return (span) => ({
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => contextOf(span.context),
    ...(span.parentId === null
      ? {}
      : { parentSpanContext: { ...contextOf(span.context), spanId: span.parentId } }),
    startTime: timeOf(span.startMs),
    endTime: timeOf(span.endMs),
    duration: timeOf(span.endMs - span.startMs),
    ended: true,
    status: { code: span.failed ? 2 : 0 },
    attributes: span.attributes,
    links: span.links.map((link) => ({ context: contextOf(link) })),
    events: [],
    resource,
    instrumentationScope: { name: "dnstools" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  });
}

function contextOf({ traceId, spanId, sampled }: TraceContext) {
  return { traceId, spanId, traceFlags: Number(sampled) };
}

/** Converts milliseconds to seconds and nanoseconds. */
function timeOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
