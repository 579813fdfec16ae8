import { BURNS, OBJECTIVE, PERIOD, QUICK_RUNS, QUICK_S } from "../../prometheus/slo.ts";
import { own, quantile, query, rate } from "../queries.ts";
import { type DashboardSpec, NAMESPACE, type PanelSpec } from "../spec.ts";

/** What of the budget of a month is left, by how many calls there were in each moment of it. */
const left = (bad: string, all: string, objective: number) =>
  `1 - (sum(sum_over_time(${own(bad)}[${PERIOD}])) / (sum(sum_over_time(${own(all)}[${PERIOD}])) > 0)) / ${Number((1 - objective).toPrecision(3))}`;

const stats: readonly PanelSpec[] = [
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

export const OVERVIEW: DashboardSpec = {
  uid: "dnstools-overview",
  title: "dnstools / Overview",
  description: "Whether callers are served as promised, and where to look if they are not.",
  variables: [NAMESPACE],
  rows: [
    { title: "Now", panels: stats },
    {
      title: "What callers get",
      panels: [
        {
          kind: "time",
          title: "Answers by status",
          description:
            "In a second, as callers got them: at the edge where there is one, else of the gateways. 429: beyond the limit. 503: failed on our side.",
          unit: "reqps",
          queries: [
            query(
              `${rate("dnstools_edge_requests_total", "code")} or on () ${rate("dnstools_http_requests_total", "code", 'service="gateway"')}`,
              "{{code}}",
            ),
          ],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "How fast the budget of failures burns",
          description: `1 is as fast as promised; ${BURNS[0].factor} over an hour and ${BURNS[1].factor} over six wake somebody up.`,
          unit: "none",
          queries: ["5m", "1h", "6h", "3d"].map((window) =>
            query(
              `max(${own(`namespace:dnstools_calls_failed:ratio_rate${window}`)}) / ${Number((1 - OBJECTIVE.availability).toPrecision(3))}`,
              window,
            ),
          ),
          width: 12,
          steps: [
            [null, "green"],
            [1, "yellow"],
            [BURNS[1].factor, "red"],
          ],
        },
        {
          kind: "time",
          title: "Time to answer",
          description: "At the gateways, of calls of tools that take no longer than they must: quick ones.",
          unit: "s",
          queries: [0.5, 0.95, 0.99].map((q) =>
            query(quantile(q, "dnstools_tool_duration_seconds", "", QUICK_RUNS), `p${q * 100}`),
          ),
          width: 12,
          more: "dnstools-tools",
        },
        {
          kind: "time",
          title: "Failures by kind",
          description:
            "upstream_error: our resolvers or a service; timeout: not done in time; refused: too much to do; internal_error: a bug.",
          unit: "reqps",
          queries: [
            query(
              rate(
                "dnstools_tool_requests_total",
                "outcome",
                'outcome=~"upstream_error|timeout|refused|internal_error"',
              ),
              "{{outcome}}",
            ),
          ],
          width: 12,
          stacked: true,
          more: "dnstools-tools",
        },
      ],
    },
    {
      title: "Where it fails",
      panels: [
        {
          kind: "states",
          title: "Circuits to services",
          description:
            "Open: five calls in a row failed, its tools answer 503 at once. Nothing with one process for all.",
          unit: "none",
          queries: [
            query(
              `max by (service) (${own("dnstools_gateway_upstream_circuit_state", 'state="open"')}) * 2 or max by (service) (${own("dnstools_gateway_upstream_circuit_state", 'state="half_open"')})`,
              "{{service}}",
            ),
          ],
          width: 8,
          height: 8,
          words: { 0: ["closed", "green"], 1: ["trying", "yellow"], 2: ["open", "red"] },
          steps: [
            [null, "green"],
            [1, "yellow"],
            [2, "red"],
          ],
        },
        {
          kind: "time",
          title: "Calls to services that fail",
          description:
            "Of the gateways' and the mail service's calls to other processes, in a second: those that fail now. Nothing with one process for all.",
          unit: "reqps",
          queries: [
            query(
              `${rate("dnstools_gateway_upstream_requests_total", "service, outcome", 'outcome!~"ok|cancelled"')} > 0`,
              "{{service}} {{outcome}}",
            ),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Time of calls to services, p95",
          description: "To a service and back, with the tool's own time. Nothing with one process for all.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_gateway_upstream_duration_seconds", "service"), "{{service}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Capacity in use",
          description:
            "Units of calls at work, of those that fit: of the gateways' calls to a service, and of the service's own processes. At 100 % calls wait for their turn. The fullest process.",
          unit: "percentunit",
          queries: [
            query(
              `max by (service, at) (${own("dnstools_admission_units")} / (${own("dnstools_admission_capacity_units")} > 0))`,
              "{{service}} at {{at}}",
            ),
          ],
          width: 6,
          max: 1,
          steps: [
            [null, "green"],
            [0.9, "red"],
          ],
        },
        {
          kind: "time",
          title: "Calls that wait",
          description: "For their turn, in gateways and in processes of services.",
          unit: "short",
          queries: [
            query(`sum by (service, at) (${own("dnstools_admission_waiting")})`, "{{service}} at {{at}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Wait for a turn, p95",
          description: "Of calls that then had their turn. QUEUE_WAIT_MS is the longest.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_admission_wait_seconds", "service, at"), "{{service}} at {{at}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Calls that got no turn",
          description:
            "full: as many calls waited as can begin within QUEUE_WAIT_MS; late: the turn did not come within it. 503 in both cases.",
          unit: "reqps",
          queries: [
            query(
              rate("dnstools_admission_refused_total", "service, at, reason"),
              "{{service}} at {{at}}: {{reason}}",
            ),
          ],
          width: 6,
        },
      ],
    },
  ],
};
