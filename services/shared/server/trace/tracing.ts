import { Counter, type Registry } from "prom-client";
import { describe, type Log } from "../log.ts";
import { type QueueOptions, SpanQueue } from "./queue.ts";
import { createSampler, type Sampler } from "./sampler.ts";
import type { TraceSettings } from "./settings.ts";
import { type Attributes, epochMs, type OpenSpan, type Span, type SpanKind } from "./span.ts";

/** What is known of a span at its end. */
type Ended = {
  readonly kind: SpanKind;
  readonly name: string;
  /** When it began, by the process's clock. */
  readonly start: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** How a process traces. */
export type Tracing = Readonly<typeof TRACES_NOTHING>;

export type TracingOptions = {
  readonly settings: TraceSettings;
  /** The part of the product that this process serves, and its version, for the collector. */
  readonly target: string;
  readonly version: string;
  readonly log: Log;
  readonly registry: Registry;
};

/** Opens the process's tracing. The code that writes spans is loaded only where there is somewhere to send them. */
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
      if (error === null) log.info("the collector takes spans again");
      else log.warn("the collector does not take spans", { error: describe(error) });
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

/** Where spans are posted; empty for nowhere. */
function urlOf(settings: TraceSettings): string {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = settings;
  if (settings.OTEL_SDK_DISABLED) return "";
  return whole || (base === "" ? "" : `${base.replace(/\/$/, "")}/v1/traces`);
}

/** The process, as the collector shows it. */
function resourceOf({ settings, target, version }: TracingOptions): Attributes {
  return {
    "service.name": `dnstools-${target}`,
    "service.version": version,
    "service.instance.id": crypto.randomUUID(),
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
    ...(settings.OTEL_SERVICE_NAME === "" ? {} : { "service.name": settings.OTEL_SERVICE_NAME }),
  };
}

/** What became of spans: counted by whoever sends them. */
export function countSpans(registry: Registry): QueueOptions["counts"] {
  const counts = { exported: 0, dropped: 0, failed: 0 };
  new Counter({
    name: "dnstools_trace_spans_total",
    help: "Spans for the collector: exported, dropped since too many waited, or failed to be sent.",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count);
    },
  });
  return counts;
}

/** Of a process that exports no spans: traces have ids all the same, for its log and for those it asks. */
export const TRACES_NOTHING = {
  /** Whether spans leave this process at all. */
  exports: false as boolean,
  /** Here: what others are told of a trace that is not exported. */
  samples: ((parent) => parent ?? false) as Sampler,
  /** Takes a span that is over. Never waits. */
  record(_: Span): void {},
  /** Ends a span now, and takes it where it is sampled. */
  end(_: OpenSpan, _how: Ended): void {},
  /** Whether spans may tell what was asked and by whom. */
  tellsQueries: false,
  /** Sends what is not sent yet; in a bounded time. */
  close: () => Promise.resolve(),
};
