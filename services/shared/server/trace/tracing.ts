import { Counter, type Registry } from "prom-client";
import { describe, type Log } from "../log.ts";
import { type QueueOptions, SpanQueue } from "./queue.ts";
import { createSampler, type Sampler } from "./sampler.ts";
import type { TraceSettings } from "./settings.ts";
import { type Attributes, epochMs, type OpenSpan, type Span, type SpanKind } from "./span.ts";

/** Properties of a span that are set at its end. */
type Ended = {
  readonly kind: SpanKind;
  readonly name: string;
  /** Time at which the span began, on the clock of performance.now(). */
  readonly start: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** The tracing of a process. */
export type Tracing = Readonly<typeof TRACES_NOTHING>;

/** Settings and shared parts of the tracing. */
export type TracingOptions = {
  readonly settings: TraceSettings;
  /** The part of the product that this process runs, as reported to the collector. */
  readonly target: string;
  /** Version of the product, as reported to the collector. */
  readonly version: string;
  readonly log: Log;
  readonly registry: Registry;
};

/** Opens the tracing of the process. The code for exporting spans is loaded only if a collector is set. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { settings, log, registry } = options;
  const tellsQueries = log.queries;
  const counts = countSpans(registry);
  const url = urlOf(settings);
  if (url === "") return { ...TRACES_NOTHING, tellsQueries };
  const { createOtlp } = await import("./otlp.ts");
  const queue = new SpanQueue({
    send: createOtlp(url, settings, resourceOf(options)),
    queueMax: settings.OTEL_BSP_MAX_QUEUE_SIZE,
    delayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
    counts,
    onState(error) {
      if (error === null) log.info("the collector accepts spans again");
      else log.warn("the collector does not accept spans", { error: describe(error) });
    },
  });
  return {
    exports: true,
    samples: createSampler(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG),
    record: (span) => queue.add(span),
    end(span, { start, attributes, ...how }) {
      if (!span.context.sampled) return;
      const times = { startMs: epochMs(start), endMs: epochMs(performance.now()) };
      queue.add({ ...span, ...how, ...times, attributes: { ...span.attributes, ...attributes } });
    },
    tellsQueries,
    close: () => queue.close(),
  };
}

/** Returns the URL to which spans are posted; empty if spans are not exported. */
function urlOf(settings: TraceSettings): string {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = settings;
  if (settings.OTEL_SDK_DISABLED) return "";
  return whole || (base === "" ? "" : `${base.replace(/\/$/, "")}/v1/traces`);
}

/** Returns the attributes that describe this process to the collector. */
function resourceOf({ settings, target, version }: TracingOptions): Attributes {
  return {
    "service.name": `dnstools-${target}`,
    "service.version": version,
    "service.instance.id": crypto.randomUUID(),
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
    ...(settings.OTEL_SERVICE_NAME === "" ? {} : { "service.name": settings.OTEL_SERVICE_NAME }),
  };
}

/**
 * Registers the metric of exported, dropped and failed spans.
 * @returns the counters, which the sender of spans must increase.
 */
export function countSpans(registry: Registry): QueueOptions["counts"] {
  const counts = { exported: 0, dropped: 0, failed: 0 };
  new Counter({
    name: "dnstools_trace_spans_total",
    help: "Spans for the collector: exported, dropped because the queue was full, or failed to send.",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count);
    },
  });
  return counts;
}

/**
 * The tracing of a process that exports no spans. Traces still have IDs, for the process's log and for the services
 * that the process calls.
 */
export const TRACES_NOTHING = {
  /** True if this process exports spans. */
  exports: false as boolean,
  /** Decides whether a trace is marked as sampled. Without export, the parent's decision is passed on. */
  samples: ((parent) => parent ?? false) as Sampler,
  /** Records a finished span. Never waits. */
  record(_: Span): void {},
  /** Ends a span now, and records the span if it is sampled. */
  end(_: OpenSpan, _how: Ended): void {},
  /** True if spans may contain queried names and client addresses. */
  tellsQueries: false,
  /** Sends the remaining spans, within a time limit. */
  close: () => Promise.resolve(),
};
