import { HotCounter, HotHistogram, startAtZero } from "@dnstools/server/metrics/tally";
import { Counter, Gauge, type Registry } from "prom-client";
import { STORE_FAILURES, type StoreFailure } from "./redis-store.ts";

const STORES = ["redis", "memory", "fallback"] as const;
/** Who decided: the shared store, this process alone, or this process in the shared store's place. */
type DecidingStore = (typeof STORES)[number];
const OUTCOMES = ["granted", "denied"] as const;

export type LimitMetrics = ReturnType<typeof limitMetrics>;

/** The limiter's metrics, all there from the start. */
export function limitMetrics(registry: Registry) {
  const registers = [registry];
  const decisions = new HotCounter({
    name: "dnstools_ratelimit_decisions_total",
    help: "Decisions of the rate limit, by who made them.",
    labelNames: ["store", "outcome"],
    registers,
  });
  const errors = new Counter({
    name: "dnstools_ratelimit_store_errors_total",
    help: "Questions that the rate limit's store did not answer, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const degraded = new Gauge({
    name: "dnstools_ratelimit_degraded",
    help: "1 while the rate limit's store is not asked and this process grants its own part.",
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_ratelimit_store_duration_seconds",
    help: "Time for an answer of the rate limit's store.",
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
