import { describe, type Log } from "../log.ts";
import type { MetricMakers } from "../metrics/metric-makers.ts";
import type { OtlpOptions } from "./otlp.ts";
import { createSpanQueue, type QueueOptions } from "./queue.ts";
import { createSampler, type Sampler, type SamplerName } from "./sampler.ts";
import type { Span } from "./span.ts";

/** How a process traces. */
export type Tracing = {
  /** Whether spans leave this process at all. */
  readonly exports: boolean;
  readonly samples: Sampler;
  /** Takes a span that is over. Never waits. */
  readonly record: (span: Span) => void;
  /** Whether spans may tell what was asked and by whom. */
  readonly tellsQueries: boolean;
  /** Exchanges with the outside world that one run shows as spans. */
  readonly exchangesMax: number;
  /** Sends what is not sent yet; in a bounded time. */
  readonly close: () => Promise<void>;
};

export type TracingOptions = {
  /** Where spans go; without a URL nowhere. */
  readonly otlp: OtlpOptions;
  readonly sampler: SamplerName;
  readonly share: number;
  readonly tellsQueries: boolean;
  readonly exchangesMax: number;
  readonly queueMax: number;
  readonly delayMs: number;
  readonly log: Log;
  readonly make: MetricMakers;
};

/** Opens the process's tracing. The code that writes spans is loaded only where there is somewhere to send them. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { otlp, log, make, queueMax, delayMs, tellsQueries, exchangesMax } = options;
  const counts = countSpans(make);
  if (otlp.url === "") return { ...TRACES_NOTHING, tellsQueries };
  const { createOtlp } = await import("./otlp.ts");
  const queue = createSpanQueue({
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
    record: queue.add,
    tellsQueries,
    exchangesMax,
    close: queue.close,
  };
}

/** What became of spans: counted by whoever sends them. */
export function countSpans(make: MetricMakers): QueueOptions["counts"] {
  const counts = { exported: 0, dropped: 0, failed: 0 };
  make.counterOf(
    "trace_spans_total",
    "Spans for the collector: exported, dropped since too many waited, or failed to be sent.",
    ["outcome"],
    () => Object.entries(counts).map(([outcome, count]) => [{ outcome }, count] as const),
  );
  return counts;
}

/** Of a process that exports no spans: traces have ids all the same, for its log and for those it asks. */
export const TRACES_NOTHING: Tracing = {
  exports: false,
  // What others are told of a trace that is not exported here.
  samples: (parent) => parent ?? false,
  record() {},
  tellsQueries: false,
  exchangesMax: 0,
  close: () => Promise.resolve(),
};
