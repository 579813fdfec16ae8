import { BURNS, OBJECTIVE, QUICK_RUNS } from "../../prometheus/slo.ts";
import { own, quantile, query, rate } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";
import { NOW } from "./overview-now.ts";

export const OVERVIEW: DashboardSpec = {
  uid: "dnstools-overview",
  title: "dnstools / Overview",
  description: "Whether callers are served as promised, and where to look if they are not.",
  variables: [NAMESPACE],
  rows: [
    { title: "Now", panels: NOW },
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
