/** A span as a collector receives it (OTLP in JSON), with its attributes as an object. */
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentSpanId: string;
  readonly name: string;
  /** OpenTelemetry's SpanKind: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Name of the process that sent the span (`service.name`). */
  readonly process: string;
};

/** How a collector reacts to a request: it accepts the spans, never answers, or answers with a status. */
export type CollectorMood = "takes" | "hangs" | number;

/** A collector of traces over HTTP that keeps what it receives. `await using` stops it. */
export type Collector = AsyncDisposable & {
  readonly url: string;
  mood: CollectorMood;
  readonly spans: () => readonly CollectedSpan[];
  /** All requests, each with its headers and its unparsed body. */
  readonly requests: readonly {
    readonly headers: Headers;
    readonly body: Uint8Array;
    readonly path: string;
  }[];
};

/** Returns settings with which a process sends all of its traces to the collector without delay. */
export function tracedTo({ url }: Pick<Collector, "url">): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  };
}

export function startCollector(mood: CollectorMood = "takes"): Collector {
  const spans: CollectedSpan[] = [];
  const requests: { headers: Headers; body: Uint8Array; path: string }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = await request.bytes();
      requests.push({ headers: request.headers, body, path: new URL(request.url).pathname });
      if (collector.mood === "hangs") return new Promise<Response>(() => {});
      if (collector.mood !== "takes") return new Response(null, { status: collector.mood });
      if (request.headers.get("content-type") === "application/json")
        spans.push(...read(JSON.parse(new TextDecoder().decode(body))));
      return Response.json({});
    },
  });
  const collector: Collector = {
    url: server.url.origin,
    mood,
    spans: () => spans,
    requests,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return collector;
}

type Value = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Written = Omit<CollectedSpan, "attributes" | "process" | "startMs" | "endMs"> & {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
};
type Batch = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Written[] }[] }[];
};

function read({ resourceSpans }: Batch): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? "",
        links: span.links ?? [],
        startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
        attributes: valuesOf(span.attributes),
        process: String(valuesOf(resource.attributes)["service.name"]),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}
