import type { DataFile } from "@dnstools/core/net-event";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { netMetrics } from "./net-metrics.ts";
import { admissionMetrics, httpMetrics, toolMetrics, upstreamMetrics } from "./request-metrics.ts";
import { HotCounter, startAtZero } from "./tally.ts";

/** What runs: its version, the commit it was made of, and which part of the product. */
type Build = { readonly version: string; readonly revision: string; readonly target: string };

/** Who asked: somebody within the limit, or with a key. */
const PLANS = ["anonymous", "keyed"] as const;
type Plan = (typeof PLANS)[number];

/** Everything a process measures. Names and labels are in deploy/metrics.md; every small label set starts at 0. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({ version, revision, target }: Build) {
  const registry = new Registry();
  const registers = [registry];
  processMetrics(registry);
  new Gauge({
    name: "dnstools_build_info",
    help: "What runs: always 1.",
    labelNames: ["version", "revision", "runtime", "target"],
    registers,
  }).set({ version, revision, runtime: `bun ${Bun.version}`, target }, 1);
  const servers = httpMetrics(registers);
  const cache = cacheMetrics(registers);
  const dataFile = dataFileMetrics(registers);
  const units = new HotCounter({
    name: "dnstools_ratelimit_units_total",
    help: "Units of the rate limit.",
    labelNames: ["plan", "decision"],
    registers,
  });
  startAtZero(units, { plan: PLANS, decision: ["granted", "denied"] });
  return {
    /** Where parts of the process register metrics of their own, and what `/metrics` shows. */
    registry,
    /** The Prometheus text. */
    render: () => registry.metrics(),
    http: servers.open,
    inFlight: servers.inFlight,
    tool: toolMetrics(registers),
    units: (plan: Plan, decision: "granted" | "denied", count: number) =>
      units.inc({ plan, decision }, count),
    admission: admissionMetrics(registers),
    /** Begins to count calls to a service in another process. */
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
 * Of prom-client's own metrics those that say something true on Bun; the others are zeros or nonsense there. Of the CPU's
 * and the lag's the first one reads the others' values too, so that none of them is anything without it.
 */
const USEFUL =
  /^(process_(cpu_.*|resident_memory_bytes|open_fds|max_fds|start_time_seconds)|nodejs_eventloop_lag_(p50_|p99_)?seconds)$/;

/** What the runtime tells of the process. */
function processMetrics(registry: Registry): void {
  const all = new Registry();
  collectDefaultMetrics({ register: all });
  for (const metric of all.getMetricsAsArray())
    if (USEFUL.test(metric.name)) registry.registerMetric(metric as never);
}

/** What came of asking a cache. */
type CacheResult = "hit" | "miss" | "stale" | "negative" | "coalesced";

/** How much a cache holds, and what had to go for want of room since it began. */
export type Held = { readonly entries: () => number; readonly evicted: () => number };

/** Begins to count a cache. @param held null where nobody counts that. @returns what to call when it was asked. */
export type CacheMetrics = <R extends CacheResult>(
  cache: ToolName | "keys" | "mail_servers",
  results: readonly R[],
  held: Held | null,
) => (result: R) => void;

function cacheMetrics(registers: Registry[]): CacheMetrics {
  const caches: { readonly cache: string; readonly held: Held }[] = [];
  const requests = new HotCounter({
    name: "dnstools_cache_requests_total",
    help: "What was asked of a cache.",
    labelNames: ["cache", "result"],
    registers,
  });
  new Gauge({
    name: "dnstools_cache_entries",
    help: "What a cache holds.",
    labelNames: ["cache"],
    registers,
    collect() {
      for (const { cache, held } of caches) this.set({ cache }, held.entries());
    },
  });
  new Counter({
    name: "dnstools_cache_evictions_total",
    help: "What went out of a cache before its time, since there was no room.",
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

/** Says of a list of somebody else's when it was last known to be theirs: milliseconds since 1970, null for never. */
function dataFileMetrics(registers: Registry[]): (file: DataFile, checkedAt: () => number | null) => void {
  const files = new Map<DataFile, () => number | null>();
  new Gauge({
    name: "dnstools_data_file_age_seconds",
    help: "Since when a list of somebody else's has not been compared with theirs.",
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
