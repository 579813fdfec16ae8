import type { DataFile } from "@dnstools/core/net-event";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { netMetrics } from "./net-metrics.ts";
import { admissionMetrics, httpMetrics, toolMetrics, upstreamMetrics } from "./request-metrics.ts";
import { HotCounter, startAtZero } from "./tally.ts";

/** The build of this process: its version, its commit, and the part of the product that it runs. */
type Build = { readonly version: string; readonly revision: string; readonly target: string };

/** Kinds of callers: anonymous callers within the rate limit, or callers with an API key. */
const PLANS = ["anonymous", "keyed"] as const;
type Plan = (typeof PLANS)[number];

/**
 * All metrics of a process. deploy/metrics.md lists their names and labels. If a metric's set of labels is small, all
 * its series start at 0.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a process in a new registry. */
export function createMetrics({ version, revision, target }: Build) {
  const registry = new Registry();
  const registers = [registry];
  processMetrics(registry);
  new Gauge({
    name: "dnstools_build_info",
    help: "Build information; the value is always 1.",
    labelNames: ["version", "revision", "runtime", "target"],
    registers,
  }).set({ version, revision, runtime: `bun ${Bun.version}`, target }, 1);
  const servers = httpMetrics(registers);
  const cache = cacheMetrics(registers);
  const dataFile = dataFileMetrics(registers);
  const units = new HotCounter({
    name: "dnstools_ratelimit_units_total",
    help: "Units of the rate limit that were granted or denied.",
    labelNames: ["plan", "decision"],
    registers,
  });
  startAtZero(units, { plan: PLANS, decision: ["granted", "denied"] });
  return {
    /** The registry in which parts of the process register further metrics. */
    registry,
    /** Returns the metrics in the Prometheus text format. */
    render: () => registry.metrics(),
    http: servers.open,
    inFlight: servers.inFlight,
    tool: toolMetrics(registers),
    units: (plan: Plan, decision: "granted" | "denied", count: number) =>
      units.inc({ plan, decision }, count),
    admission: admissionMetrics(registers),
    /** Starts counting calls to a service in another process. */
    upstream: upstreamMetrics(registers),
    net: netMetrics(registers, {
      mailServer: cache("mail_servers", ["hit", "miss", "coalesced"], null),
      dataFile,
    }),
    cache,
    dataFile,
  };
}

/**
 * Pattern of prom-client's metrics whose values are meaningful on Bun; the others are zero or wrong there. The first
 * CPU metric and the first lag metric also collect the values of the other metrics in their group, so those do not
 * work without the first one.
 */
const USEFUL =
  /^(process_(cpu_.*|resident_memory_bytes|open_fds|max_fds|start_time_seconds)|nodejs_eventloop_lag_(p50_|p99_)?seconds)$/;

/** Registers the runtime's metrics of the process. */
function processMetrics(registry: Registry): void {
  const all = new Registry();
  collectDefaultMetrics({ register: all });
  for (const metric of all.getMetricsAsArray())
    if (USEFUL.test(metric.name)) registry.registerMetric(metric as never);
}

/** The result of a cache lookup. */
type CacheResult = "hit" | "miss" | "stale" | "negative" | "coalesced";

/**
 * Functions that return the number of entries in a cache, and the number of entries evicted for lack of space since
 * the cache was created.
 */
export type Held = { readonly entries: () => number; readonly evicted: () => number };

/**
 * Starts counting the lookups of a cache.
 * @param held the cache's size; null if it is not measured.
 * @returns a function to call after every lookup.
 */
export type CacheMetrics = <R extends CacheResult>(
  cache: ToolName | "keys" | "mail_servers",
  results: readonly R[],
  held: Held | null,
) => (result: R) => void;

function cacheMetrics(registers: Registry[]): CacheMetrics {
  const caches: { readonly cache: string; readonly held: Held }[] = [];
  const requests = new HotCounter({
    name: "dnstools_cache_requests_total",
    help: "Cache lookups by result.",
    labelNames: ["cache", "result"],
    registers,
  });
  new Gauge({
    name: "dnstools_cache_entries",
    help: "Number of entries in a cache.",
    labelNames: ["cache"],
    registers,
    collect() {
      for (const { cache, held } of caches) this.set({ cache }, held.entries());
    },
  });
  new Counter({
    name: "dnstools_cache_evictions_total",
    help: "Entries evicted from a cache before they expired, for lack of space.",
    labelNames: ["cache"],
    registers,
    collect() {
      this.reset();
      for (const { cache, held } of caches) this.inc({ cache }, held.evicted());
    },
  });
  return (cache, results, held) => {
    startAtZero(requests, { cache: [cache], result: results });
    if (held !== null) caches.push({ cache, held });
    return (result) => requests.inc({ cache, result });
  };
}

/**
 * Creates the metric of the age of third-party data files. The returned function registers a file; its `checkedAt`
 * returns when the file was last known to be current, in milliseconds since 1970, or null for never.
 */
function dataFileMetrics(registers: Registry[]): (file: DataFile, checkedAt: () => number | null) => void {
  const files = new Map<DataFile, () => number | null>();
  new Gauge({
    name: "dnstools_data_file_age_seconds",
    help: "Seconds since a third-party data file was last known to be current.",
    labelNames: ["file"],
    registers,
    collect() {
      for (const [file, checkedAt] of files) {
        const at = checkedAt();
        if (at !== null) this.set({ file }, Math.max(0, Date.now() - at) / 1000);
      }
    },
  });
  return (file, checkedAt) => void files.set(file, checkedAt);
}
