import type { MetricMakers } from "@dnstools/service/metrics";
import { STORE_FAILURES, type StoreFailure } from "../../stores/breaker.ts";

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

/** The limiter's metrics, all there from the start. Decisions are tallied by hand and handed over when scraped. */
export function limitMetrics(make: MetricMakers): LimitMetrics {
  const tally = { redis: [0, 0], memory: [0, 0], fallback: [0, 0] } satisfies Record<
    DecidingStore,
    [number, number]
  >;
  const decisions = make.counter(
    "ratelimit_decisions_total",
    "Decisions of the rate limit, by who made them.",
    ["store", "outcome"],
  );
  // prom-client calls it before each scrape, as it does one given to the constructor.
  Object.assign(decisions, {
    collect() {
      decisions.reset();
      for (const store of STORES) {
        for (const [at, outcome] of OUTCOMES.entries()) decisions.inc({ store, outcome }, tally[store][at]);
      }
    },
  });
  const errors = make.counter(
    "ratelimit_store_errors_total",
    "Questions that the rate limit's store did not answer, by reason.",
    ["reason"],
  );
  for (const reason of STORE_FAILURES) errors.inc({ reason }, 0);
  const degraded = make.gauge(
    "ratelimit_degraded",
    "1 while the rate limit's store is not asked and this process grants its own part.",
    [],
  );
  degraded.set(0);
  const times = make.histogram(
    "ratelimit_store_duration_seconds",
    "Time for an answer of the rate limit's store.",
    [],
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  );
  return {
    decided(store, granted) {
      tally[store][granted ? 0 : 1] += 1;
    },
    failed: (reason) => errors.inc({ reason }),
    degraded: (on) => degraded.set(on ? 1 : 0),
    answered: (elapsedMs) => times.observe(elapsedMs / 1000),
  };
}
