import { closedCounter, closedHistogram } from "@dnstools/server/metrics/closed-metrics";
import type { MetricMakers } from "@dnstools/server/metrics/metrics";
import type { Operation } from "./link.ts";
import { AUTH_RESULTS, type AuthResult } from "./verdict.ts";

const OPERATIONS = ["open", "lookup", "refresh", "touch"] as const satisfies readonly Operation[];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Counts checks and questions to the database. Neither a key nor its id is a label. */
export type KeyCounts = {
  readonly attempt: (result: AuthResult) => void;
  readonly query: (operation: Operation, elapsedMs: number, failed: boolean) => void;
  /** Shows how many questions are under way. */
  readonly underWay: (count: () => number) => void;
};

export function createCounts(make: MetricMakers): KeyCounts {
  const attempts = closedCounter(make, "auth_attempts_total", "Requests by what their key is worth.", {
    result: AUTH_RESULTS,
  });
  const of = { operation: OPERATIONS };
  const times = closedHistogram(
    make,
    "db_query_duration_seconds",
    "Time of a question to the database.",
    of,
    SECONDS,
  );
  const errors = closedCounter(make, "db_errors_total", "Questions to the database that failed.", of);
  return {
    attempt: (result) => attempts({ result }),
    query(operation, elapsedMs, failed) {
      times({ operation }, elapsedMs);
      if (failed) errors({ operation });
    },
    underWay: (count) =>
      make.gaugeOf("db_pool_in_use", "Questions to the database under way.", [], () => [[{}, count()]]),
  };
}
