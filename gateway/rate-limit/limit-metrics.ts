import { HotCounter, HotHistogram, startAtZero } from "@dnstools/server/metrics/tally";
import { Counter, Gauge, type Registry } from "prom-client";
import { STORE_FAILURES, type StoreFailure } from "./redis-store.ts";

const STORES = ["redis", "memory", "fallback"] as const;
/**
 * Where a decision was made: in the shared store, in the memory of this process, or in this process because the shared
 * store is unavailable.
 */
type DecidingStore = (typeof STORES)[number];
const OUTCOMES = ["granted", "denied"] as const;

/** The metrics of the rate limiter. */
export type LimitMetrics = ReturnType<typeof limitMetrics>;

/** Creates the metrics of the rate limiter. All metrics start at zero. */
export function limitMetrics(registry: Registry) {
  const registers = [registry];
  const decisions = new HotCounter({
    name: "dnstools_ratelimit_decisions_total",
    help: "Decisions of the rate limiter, by the store that made them and by outcome.",
    labelNames: ["store", "outcome"],
    registers,
  });
  const errors = new Counter({
    name: "dnstools_ratelimit_store_errors_total",
    help: "Failed requests to the rate limit store, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const degraded = new Gauge({
    name: "dnstools_ratelimit_degraded",
    help: "1 while the rate limit store is unavailable and this process grants its own share of the limit.",
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_ratelimit_store_duration_seconds",
    help: "Response time of the rate limit store, in seconds.",
    labelNames: [],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  startAtZero(decisions, { store: STORES, outcome: OUTCOMES });
  startAtZero(errors, { reason: STORE_FAILURES });
  times.zero({});
  return {
    decided: (store: DecidingStore, granted: boolean) =>
      decisions.inc({ store, outcome: granted ? "granted" : "denied" }),
    failed: (reason: StoreFailure) => errors.inc({ reason }),
    degraded: (on: boolean) => degraded.set(Number(on)),
    answered: (elapsedMs: number) => times.observe({}, elapsedMs / 1000),
  };
}
