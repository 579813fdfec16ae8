import { OBJECTIVE, PERIOD, QUICK_RUNS, QUICK_S } from "../../prometheus/slo.ts";
import { own, quantile, query } from "../queries.ts";
import type { PanelSpec } from "../spec.ts";

/** Returns PromQL for the remaining share of the 30-day error budget, weighted by the number of calls. */
const left = (bad: string, all: string, objective: number) =>
  `1 - (sum(sum_over_time(${own(bad)}[${PERIOD}])) / (sum(sum_over_time(${own(all)}[${PERIOD}])) > 0)) / ${Number((1 - objective).toPrecision(3))}`;

/** Panels of the overview's first row. Each shows one number. */
export const NOW: readonly PanelSpec[] = [
  {
    kind: "stat",
    title: "Alerts",
    description: "Number of firing dnstools alerts. deploy/runbook.md has an entry for each.",
    unit: "short",
    queries: [
      query(
        `count(ALERTS{alertname=~"Dnstools.+",alertstate="firing",namespace=~"$namespace"}) or vector(0)`,
      ),
    ],
    width: 3,
    steps: [
      [null, "green"],
      [1, "red"],
    ],
  },
  {
    kind: "stat",
    title: "Successful calls, last hour",
    description:
      "Share of calls without a failure on our side, measured at the edge if there is one. A fault of the target counts as a success. The objective is 99.9 %.",
    unit: "percentunit",
    queries: [query(`1 - max(${own("namespace:dnstools_calls_failed:ratio_rate1h")})`)],
    width: 4,
    steps: [
      [null, "red"],
      [0.99, "orange"],
      [OBJECTIVE.availability, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Availability budget left, 30 days",
    description:
      "Remaining share of the failures that the 99.9 % objective allows in 30 days. Below zero the objective is missed: deploy only fixes.",
    unit: "percentunit",
    queries: [
      query(
        left(
          "namespace:dnstools_calls_failed:rate5m",
          "namespace:dnstools_calls:rate5m",
          OBJECTIVE.availability,
        ),
      ),
    ],
    width: 4,
    max: 1,
    steps: [
      [null, "red"],
      [0.1, "orange"],
      [0.5, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Latency budget left, 30 days",
    description: `Remaining share of the slow runs that the objective allows in 30 days: 95 % of quick tools' runs take at most ${QUICK_S} s.`,
    unit: "percentunit",
    queries: [
      query(
        left(
          "namespace:dnstools_quick_runs_slow:rate5m",
          "namespace:dnstools_quick_runs:rate5m",
          OBJECTIVE.latency,
        ),
      ),
    ],
    width: 4,
    max: 1,
    steps: [
      [null, "red"],
      [0.1, "orange"],
      [0.5, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Calls",
    description:
      "Tool calls per second that count towards the objective, measured at the edge if there is one.",
    unit: "reqps",
    queries: [query(`sum(${own("namespace:dnstools_calls:rate5m")})`)],
    width: 3,
    more: "dnstools-tools",
  },
  {
    kind: "stat",
    title: "Quick tools, p95",
    description: `Time within which 95 % of the runs of quick tools end. The objective is ${QUICK_S} s.`,
    unit: "s",
    queries: [query(quantile(0.95, "dnstools_tool_duration_seconds", "", QUICK_RUNS))],
    width: 3,
    steps: [
      [null, "green"],
      [0.5, "yellow"],
      [QUICK_S, "red"],
    ],
    more: "dnstools-tools",
  },
  {
    kind: "stat",
    title: "Processes up",
    description: "Share of the known processes that Prometheus can scrape.",
    unit: "percentunit",
    queries: [
      query(
        `sum(up and on (job, instance) last_over_time(${own("dnstools_build_info")}[1h])) / count(last_over_time(${own("dnstools_build_info")}[1h]))`,
      ),
    ],
    width: 3,
    steps: [
      [null, "red"],
      [0.99, "green"],
    ],
    more: "dnstools-runtime",
  },
];
