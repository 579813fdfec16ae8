import { BURNS, OBJECTIVE, QUICK_RUNS } from "../../prometheus/slo.ts";
import { own, quantile, query, rate } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";
import { NOW } from "./overview-now.ts";

export const OVERVIEW: DashboardSpec = {
  uid: "dnstools-overview",
  title: "dnstools / Overview",
  description: "Whether the service meets its objectives, and where to look if it does not.",
  variables: [NAMESPACE],
  rows: [
    { title: "Now", panels: NOW },
    {
      title: "What callers receive",
      panels: [
        {
          kind: "time",
          title: "Responses by status",
          description:
            "Responses per second, measured at the edge if there is one, otherwise at the gateways. 429: over the limit. 503: failure on our side.",
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
          title: "Burn rate of the availability budget",
          description: `At 1 the budget lasts exactly 30 days. ${BURNS[0].factor} over one hour or ${BURNS[1].factor} over six hours pages.`,
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
          title: "Duration of quick tools",
          description: "Duration of the runs of dns, reverse, whois and ssl.",
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
            "Failed calls per second. upstream_error: our resolvers or a service failed. timeout: the deadline passed. refused: overloaded. internal_error: a bug.",
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
      title: "Causes of failures",
      panels: [
        {
          kind: "states",
          title: "Circuit breakers",
          description:
            "Open: five calls to the service failed in a row, and its tools return 503 at once. Empty if one process runs everything.",
          unit: "none",
          queries: [
            query(
              `max by (service) (${own("dnstools_gateway_upstream_circuit_state", 'state="open"')}) * 2 or max by (service) (${own("dnstools_gateway_upstream_circuit_state", 'state="half_open"')})`,
              "{{service}}",
            ),
          ],
          width: 8,
          height: 8,
          words: { 0: ["closed", "green"], 1: ["half open", "yellow"], 2: ["open", "red"] },
          steps: [
            [null, "green"],
            [1, "yellow"],
            [2, "red"],
          ],
        },
        {
          kind: "time",
          title: "Failed calls to services",
          description:
            "Failed calls per second from gateways and the mail service to other processes. Empty if one process runs everything.",
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
          title: "Duration of calls to services, p95",
          description:
            "Round trip to a service, including the tool's own run. Empty if one process runs everything.",
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
            "Share of the admitted units in use, at the gateways and at the services, for the busiest process. At 100 % further calls wait.",
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
          title: "Waiting calls",
          description: "Calls that wait for their turn at gateways and services.",
          unit: "short",
          queries: [
            query(`sum by (service, at) (${own("dnstools_admission_waiting")})`, "{{service}} at {{at}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Waiting time, p95",
          description: "Waiting time of calls that got their turn. The maximum is QUEUE_WAIT_MS.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_admission_wait_seconds", "service, at"), "{{service}} at {{at}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Calls refused as overloaded",
          description:
            "Calls per second that got 503. full: the queue was longer than QUEUE_WAIT_MS allows. late: the turn did not come within QUEUE_WAIT_MS.",
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
