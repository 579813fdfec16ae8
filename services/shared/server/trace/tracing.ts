import { Counter, type Registry } from "prom-client";
import { describe, type Log } from "../log.ts";
import type { OtlpOptions } from "./otlp.ts";
import { type QueueOptions, SpanQueue } from "./queue.ts";
import { createSampler, type Sampler, type SamplerName } from "./sampler.ts";
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
export type Tracing = {
  /** Whether spans leave this process at all. */
  readonly exports: boolean;
  readonly samples: Sampler;
  /** Takes a span that is over. Never waits. */
  readonly record: (span: Span) => void;
  /** Ends a span now, and takes it where it is sampled. */
  readonly end: (span: OpenSpan, how: Ended) => void;
  /** Whether spans may tell what was asked and by whom. */
  readonly tellsQueries: boolean;
  /** Sends what is not sent yet; in a bounded time. */
  readonly close: () => Promise<void>;
};

export type TracingOptions = {
  /** Where spans go; without a URL nowhere. */
  readonly otlp: OtlpOptions;
  readonly sampler: SamplerName;
  readonly share: number;
  readonly tellsQueries: boolean;
  readonly queueMax: number;
  readonly delayMs: number;
  readonly log: Log;
  readonly registry: Registry;
};

/** Opens the process's tracing. The code that writes spans is loaded only where there is somewhere to send them. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { otlp, log, registry, queueMax, delayMs, tellsQueries } = options;
  const counts = countSpans(registry);
  if (otlp.url === "") return { ...TRACES_NOTHING, tellsQueries };
  const { createOtlp } = await import("./otlp.ts");
  const queue = new SpanQueue({
    send: createOtlp(otlp),
    queueMax,
    delayMs,
    counts,
    onState(error) {
      if (error === null) log.info("the collector takes spans again");
      else log.warn("the collector does not take spans", { error: describe(error) });
    },
  });
  return {
    exports: true,
    samples: createSampler(options.sampler, options.share),
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
export const TRACES_NOTHING: Tracing = {
  exports: false,
  // What others are told of a trace that is not exported here.
  samples: (parent) => parent ?? false,
  record() {},
  end() {},
  tellsQueries: false,
  close: () => Promise.resolve(),
};
