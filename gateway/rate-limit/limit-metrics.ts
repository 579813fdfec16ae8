import { closedCounter, closedHistogram } from "@dnstools/server/metrics/closed-metrics";
import type { MetricMakers } from "@dnstools/server/metrics/metrics";
import { STORE_FAILURES, type StoreFailure } from "./breaker.ts";

const STORES = ["redis", "memory", "fallback"] as const;
/** Who decided: the shared store, this process alone, or this process in the shared store's place. */
export type DecidingStore = (typeof STORES)[number];
const OUTCOMES = ["granted", "denied"] as const;

export type LimitMetrics = {
  readonly decided: (store: DecidingStore, granted: boolean) => void;
  readonly failed: (reason: StoreFailure) => void;
  readonly degraded: (on: boolean) => void;
  readonly answered: (elapsedMs: number) => void;
};

/** The limiter's metrics, all there from the start. Everything is tallied by hand and handed over when scraped. */
export function limitMetrics(make: MetricMakers): LimitMetrics {
  const decisions = closedCounter(
    make,
    "ratelimit_decisions_total",
    "Decisions of the rate limit, by who made them.",
    { store: STORES, outcome: OUTCOMES },
  );
  const errors = closedCounter(
    make,
    "ratelimit_store_errors_total",
    "Questions that the rate limit's store did not answer, by reason.",
    { reason: STORE_FAILURES },
  );
  let degraded = false;
  make.gaugeOf(
    "ratelimit_degraded",
    "1 while the rate limit's store is not asked and this process grants its own part.",
    [],
    () => [[{}, Number(degraded)]],
  );
  const times = closedHistogram(
    make,
    "ratelimit_store_duration_seconds",
    "Time for an answer of the rate limit's store.",
    {},
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  );
  return {
    decided: (store, granted) => decisions({ store, outcome: granted ? "granted" : "denied" }),
    failed: (reason) => errors({ reason }),
    degraded(on) {
      degraded = on;
    },
    answered: (elapsedMs) => times({}, elapsedMs),
  };
}
