import { type Alert, type Group, promql, type Recording } from "../rule.ts";
import { AT_EDGE, AT_TOOLS, BURNS, LEAST_RATE, OBJECTIVE, QUICK_RUNS, QUICK_S, WINDOWS } from "../slo.ts";

/**
 * Recording rules for the objectives, over each window that an alert uses. A ratio exists only while calls are made.
 * Prometheus 3 writes the bucket boundary 1 as 1.0.
 */
const recordings = WINDOWS.flatMap((window): Recording[] => [
  {
    record: `namespace:dnstools_calls:rate${window}`,
    expr: promql(`
      sum by (namespace) (rate(${AT_EDGE.all}[${window}])) > 0
      or
      sum by (namespace) (rate(${AT_TOOLS.all}[${window}]))
    `),
  },
  {
    record: `namespace:dnstools_calls_failed:ratio_rate${window}`,
    // `0 * ...` results in 0 as long as no failure was counted, because the series of failures does not exist until
    // then.
    expr: promql(`
      sum by (namespace) (rate(${AT_EDGE.failed}[${window}]))
      / (sum by (namespace) (rate(${AT_EDGE.all}[${window}])) > 0)
      or
      (
        sum by (namespace) (rate(${AT_TOOLS.failed}[${window}]))
        or
        0 * namespace:dnstools_calls:rate${window}
      )
      / (namespace:dnstools_calls:rate${window} > 0)
    `),
  },
  {
    record: `namespace:dnstools_quick_runs:rate${window}`,
    expr: `sum by (namespace) (rate(dnstools_tool_duration_seconds_count{${QUICK_RUNS}}[${window}]))`,
  },
  {
    record: `namespace:dnstools_quick_runs_slow:ratio_rate${window}`,
    expr: promql(`
      1 -
        sum by (namespace) (rate(dnstools_tool_duration_seconds_bucket{${QUICK_RUNS},le=~"${QUICK_S}([.]0)?"}[${window}]))
        / (namespace:dnstools_quick_runs:rate${window} > 0)
    `),
  },
]);

/**
 * Failed calls and slow runs as rates instead of ratios, so that a sum over 30 days is weighted by the number of
 * calls.
 */
const forMonth: readonly Recording[] = [
  {
    record: "namespace:dnstools_calls_failed:rate5m",
    expr: "namespace:dnstools_calls_failed:ratio_rate5m * namespace:dnstools_calls:rate5m",
  },
  {
    record: "namespace:dnstools_quick_runs_slow:rate5m",
    expr: "namespace:dnstools_quick_runs_slow:ratio_rate5m * namespace:dnstools_quick_runs:rate5m",
  },
];

const PROMISES = [
  {
    alert: "DnstoolsErrorBudgetBurn",
    slo: "availability",
    budget: 1 - OBJECTIVE.availability,
    bad: "dnstools_calls_failed",
    all: "dnstools_calls",
    what: "of calls failed on our side",
  },
  {
    alert: "DnstoolsLatencyBudgetBurn",
    slo: "latency",
    budget: 1 - OBJECTIVE.latency,
    bad: "dnstools_quick_runs_slow",
    all: "dnstools_quick_runs",
    what: `of runs of quick tools took longer than ${QUICK_S} s`,
  },
] as const;

const alerts = PROMISES.flatMap(({ alert, slo, budget, bad, all, what }) =>
  BURNS.map((burn): Alert => {
    const most = Number((burn.factor * budget).toPrecision(6));
    const promised = Number(((1 - budget) * 100).toPrecision(4));
    return {
      alert,
      severity: burn.severity,
      for: burn.for,
      labels: { slo, long: burn.long, short: burn.short },
      expr: promql(`
        namespace:${bad}:ratio_rate${burn.long} > ${most}
        and namespace:${bad}:ratio_rate${burn.short} > ${most}
        and namespace:${all}:rate${burn.long} > ${LEAST_RATE}
      `),
      summary: `The ${slo} budget of {{ $labels.namespace }} burns ${burn.factor} times too fast`,
      description: `{{ $value | humanizePercentage }} ${what} in the last ${burn.long}, and it continues. The objective is ${promised} % good.`,
      dashboard: "dnstools-overview",
    };
  }),
);

export const BURN: readonly Group[] = [
  { name: "dnstools.slo.rules", rules: [...recordings, ...forMonth] },
  { name: "dnstools.slo.alerts", rules: alerts },
];
