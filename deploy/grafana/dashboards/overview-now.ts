import { OBJECTIVE, PERIOD, QUICK_RUNS, QUICK_S } from "../../prometheus/slo.ts";
import { own, quantile, query } from "../queries.ts";
import type { PanelSpec } from "../spec.ts";

/** What of the budget of a month is left, by how many calls there were in each moment of it. */
const left = (bad: string, all: string, objective: number) =>
  `1 - (sum(sum_over_time(${own(bad)}[${PERIOD}])) / (sum(sum_over_time(${own(all)}[${PERIOD}])) > 0)) / ${Number((1 - objective).toPrecision(3))}`;

/** The first row of the overview: one number each. */
export const NOW: readonly PanelSpec[] = [
  {
    kind: "stat",
    title: "Alerts",
    description: "Alerts of dnstools that fire now. Their entries are in deploy/runbook.md.",
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
    title: "Answered well, last hour",
    description:
      "Calls that did not fail on our side, as callers got them at the edge where there is one. A target that is broken is a good answer; 99.9 % are promised.",
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
    title: "Failures left, 30 days",
    description:
      "How much of what may fail in 30 days is left. Below zero the promise of 99.9 % is broken: change nothing but what helps.",
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
    title: "Slowness left, 30 days",
    description: `The same for time: 95 % of runs of quick tools are promised within ${QUICK_S} s.`,
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
      "Calls of tools in a second that got an answer, or should have: at the edge where there is one.",
    unit: "reqps",
    queries: [query(`sum(${own("namespace:dnstools_calls:rate5m")})`)],
    width: 3,
    more: "dnstools-tools",
  },
  {
    kind: "stat",
    title: "Quick tools, p95",
    description: `Of 20 runs of a quick tool 19 take at most this; ${QUICK_S} s is promised.`,
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
    title: "Processes there",
    description: "Processes that Prometheus reaches, of those that it knows.",
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
