import { HotCounter, startAtZero } from "@dnstools/server/metrics/tally";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { OPERATIONS, type Operation } from "./database.ts";
import { AUTH_RESULTS, type AuthResult } from "./verdict.ts";

export type KeyMetrics = ReturnType<typeof createKeyMetrics>;

/** Counts checks and questions to the database. Neither a key nor its id is a label. */
export function createKeyMetrics(registry: Registry, underWay: () => number) {
  const registers = [registry];
  const attempts = new HotCounter({
    name: "dnstools_auth_attempts_total",
    help: "Requests by what their key is worth.",
    labelNames: ["result"],
    registers,
  });
  const times = new Histogram({
    name: "dnstools_db_query_duration_seconds",
    help: "Time of a question to the database.",
    labelNames: ["operation"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const errors = new Counter({
    name: "dnstools_db_errors_total",
    help: "Questions to the database that failed.",
    labelNames: ["operation"],
    registers,
  });
  startAtZero(attempts, { result: AUTH_RESULTS });
  startAtZero(times, { operation: OPERATIONS });
  startAtZero(errors, { operation: OPERATIONS });
  new Gauge({
    name: "dnstools_db_pool_in_use",
    help: "Questions to the database under way.",
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
