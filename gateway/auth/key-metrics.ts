import { HotCounter, startAtZero } from "@dnstools/server/metrics/tally";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { OPERATIONS, type Operation } from "./database.ts";
import { AUTH_RESULTS, type AuthResult } from "./verdict.ts";

/** The metrics of key checks. */
export type KeyMetrics = ReturnType<typeof createKeyMetrics>;

/** Creates the metrics of key checks and database queries. No label contains a key or a key's id. */
export function createKeyMetrics(registry: Registry, underWay: () => number) {
  const registers = [registry];
  const attempts = new HotCounter({
    name: "dnstools_auth_attempts_total",
    help: "Requests by the result of the check of their API key.",
    labelNames: ["result"],
    registers,
  });
  const times = new Histogram({
    name: "dnstools_db_query_duration_seconds",
    help: "Duration of queries to the key database, in seconds.",
    labelNames: ["operation"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const errors = new Counter({
    name: "dnstools_db_errors_total",
    help: "Failed queries to the key database.",
    labelNames: ["operation"],
    registers,
  });
  startAtZero(attempts, { result: AUTH_RESULTS });
  startAtZero(times, { operation: OPERATIONS });
  startAtZero(errors, { operation: OPERATIONS });
  new Gauge({
    name: "dnstools_db_pool_in_use",
    help: "Queries to the key database in flight.",
    registers,
    collect() {
      this.set(underWay());
    },
  });
  return {
    attempt: (result: AuthResult) => attempts.inc({ result }),
    query(operation: Operation, elapsedMs: number, failed: boolean) {
      times.observe({ operation }, elapsedMs / 1000);
      if (failed) errors.inc({ operation });
    },
  };
}
