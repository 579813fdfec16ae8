import type { MetricMakers } from "@dnstools/service/metrics";
import type { Operation } from "./link.ts";
import { AUTH_RESULTS, type AuthResult } from "./verdict.ts";

const OPERATIONS: readonly Operation[] = ["open", "lookup", "refresh", "touch"];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Counts checks and questions to the database. Neither a key nor its id is a label. */
export type KeyCounts = {
  readonly attempt: (result: AuthResult) => void;
  readonly query: (operation: Operation, elapsedMs: number, failed: boolean) => void;
};

export function createCounts(make: MetricMakers): KeyCounts {
  const tally: Record<AuthResult, number> = {
    ok: 0,
    malformed: 0,
    unknown: 0,
    expired: 0,
    revoked: 0,
    unavailable: 0,
  };
  make.counterOf("auth_attempts_total", "Keys that were checked, by result.", ["result"], () =>
    AUTH_RESULTS.map((result) => [{ result }, tally[result]] as const),
  );
  const times = make.histogram(
    "db_query_duration_seconds",
    "Time of a question to the database.",
    ["operation"],
    SECONDS,
  );
  const errors = make.counter("db_errors_total", "Questions to the database that failed.", ["operation"]);
  for (const operation of OPERATIONS) {
    errors.inc({ operation }, 0);
    times.zero({ operation });
  }
  return {
    attempt(result) {
      tally[result] += 1;
    },
    query(operation, elapsedMs, failed) {
      times.observe({ operation }, elapsedMs / 1000);
      if (failed) errors.inc({ operation });
    },
  };
}
