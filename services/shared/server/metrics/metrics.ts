import type { NetEvent } from "@dnstools/core/net-event";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Registry } from "prom-client";
import { type AdmissionMetrics, admissionMetrics } from "./admission-metrics.ts";
import { type CacheMetrics, cacheMetrics } from "./cache-metrics.ts";
import { closedCounter } from "./closed-metrics.ts";
import { type DataFiles, dataFileMetrics } from "./data-file-metrics.ts";
import { type HttpServers, httpMetrics } from "./http-metrics.ts";
import {
  type MetricMakers,
  type MetricShape,
  metricMakers,
  type Samples,
  shapesOf,
} from "./metric-makers.ts";
import { netMetrics } from "./net-metrics.ts";
import { type OwnMetric, ownMetrics } from "./own-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { type ToolMetrics, toolMetrics } from "./tool-metrics.ts";
import { type UpstreamMetrics, upstreamMetrics } from "./upstream-metrics.ts";

export type { MetricMakers } from "./metric-makers.ts";

/** Who asked: somebody within the limit, or with a key. */
const PLANS = ["anonymous", "keyed"] as const;
export type Plan = (typeof PLANS)[number];

/** Everything a process measures. Names and labels are in deploy/metrics.md; every small label set starts at 0. */
export type Metrics = {
  readonly http: HttpServers["open"];
  readonly tool: (tool: ToolName) => ToolMetrics;
  /** Requests being answered now, at all doors of this process. */
  readonly inFlight: () => number;
  readonly units: (plan: Plan, decision: "granted" | "denied", units: number) => void;
  /** Begins to count what an admission lets in: where it stands, and of which service. */
  readonly admission: (at: "gateway" | "service", service: string) => AdmissionMetrics;
  /** Begins to count calls to a service in another process. */
  readonly upstream: (service: string) => UpstreamMetrics;
  readonly net: (event: NetEvent) => void;
  readonly cache: CacheMetrics;
  readonly dataFile: DataFiles;
  /** Gives the samples of a metric that a service keeps itself, to be read when scraped. */
  readonly samples: (name: OwnMetric, samples: Samples) => void;
  /** Makes metrics of a part's own: names get the prefix `dnstools_`. */
  readonly make: MetricMakers;
  readonly contentType: string;
  /** The Prometheus text. */
  readonly render: () => Promise<string>;
  /** What there is, for the documents to be compared with. */
  readonly shapes: () => readonly MetricShape[];
};

/** What runs: its version, the commit it was made of, and which part of the product. */
export type Build = { readonly version: string; readonly revision: string; readonly target: string };

export function createMetrics({ version, revision, target }: Build): Metrics {
  const registry = new Registry();
  const make = metricMakers([registry]);
  processMetrics(registry);
  const runtime = `bun ${Bun.version}`;
  make.gaugeOf("build_info", "What runs: always 1.", ["version", "revision", "runtime", "target"], () => [
    [{ version, revision, runtime, target }, 1],
  ]);
  const doors = httpMetrics(make);
  const cache = cacheMetrics(make);
  const dataFile = dataFileMetrics(make);
  const units = closedCounter(make, "ratelimit_units_total", "Units of the rate limit.", {
    plan: PLANS,
    decision: ["granted", "denied"],
  });
  const own = ownMetrics(make);
  return {
    http: doors.open,
    tool: toolMetrics(make),
    inFlight: doors.inFlight,
    units: (plan, decision, count) => units({ plan, decision }, count),
    admission: admissionMetrics(make),
    upstream: upstreamMetrics(make),
    net: netMetrics(make, cache, dataFile),
    cache,
    dataFile,
    samples: (name, samples) => void own.set(name, samples),
    make,
    contentType: registry.contentType,
    render: () => registry.metrics(),
    shapes: () => shapesOf(registry),
  };
}
