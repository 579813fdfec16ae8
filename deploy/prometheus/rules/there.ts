import { type Alert, type Group, promql } from "../rule.ts";
import { AT_EDGE, AT_TOOLS } from "../slo.ts";
import { IN_OUR_NAMESPACES, shareAbove } from "./ours.ts";

/** PromQL regular expression of the scrape jobs of dnstools processes. */
const JOBS = "gateway|dns|network|cert|mail|analysis|edge|all|dnstools";
/**
 * PromQL regular expression of the scrape jobs of the optional exporters and the probe. Without these, the alerts on
 * their metrics never fire.
 */
const EXPORTERS = "redis|postgres|unbound|outside";
const SERVICES = ["dns", "network", "cert", "mail", "analysis"];

const FRONT = 'dnstools_build_info{target=~"gateway|all"}';

// PromQL that is true for a namespace whose edge is down, or that had an edge within the last day and has none now: an
// edge without a running process exports no metrics.
const NO_EDGE = promql(`
  max by (namespace) (dnstools_edge_up) == 0
  or
  (group by (namespace) (last_over_time(dnstools_edge_up[1d])) unless group by (namespace) (dnstools_edge_up))
`);
/**
 * PromQL that is true while calls reach the tools. If nginx seems to be down meanwhile, only the counting of its
 * requests has failed.
 */
const CALLS_COME = `sum by (namespace) (rate(${AT_TOOLS.all}[1m])) > 0`;

const edgeDown = (severity: Alert["severity"], callers: "failing" | "served"): Alert => ({
  alert: "DnstoolsEdgeDown",
  severity,
  for: callers === "failing" ? "2m" : "10m",
  labels: { callers },
  expr: promql(`
    (
      ${NO_EDGE.replaceAll("\n", "\n      ")}
    )
    ${callers === "failing" ? "unless" : "and"} on (namespace)
    ${CALLS_COME}
  `),
  summary: "nginx of {{ $labels.namespace }} does not answer",
  description:
    callers === "failing"
      ? "No nginx answers its edge-metrics process, or Prometheus cannot scrape these processes. No call reaches a tool."
      : "No nginx answers its edge-metrics process, or Prometheus cannot scrape these processes. Calls reach the tools, but requests at the edge are not counted.",
  dashboard: "dnstools-edge",
});

const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsDown",
    severity: "page",
    for: "2m",
    // Results in one alert for each namespace that had a gateway within the last day. If no namespace had one, the
    // result is a single alert without a namespace.
    expr: promql(`
      (group by (namespace) (last_over_time(${FRONT}[1d])) unless group by (namespace) (${FRONT}))
      or
      (absent(${FRONT}) unless on () group(last_over_time(${FRONT}[1d])))
    `),
    summary: "No dnstools gateway is up",
    description:
      "Prometheus reaches no process that serves callers. Either callers get no response, or scraping is broken.",
    dashboard: "dnstools-overview",
  },
  {
    alert: "DnstoolsServiceDown",
    severity: "page",
    for: "2m",
    expr: SERVICES.map((name) =>
      promql(`
        label_replace(
          group by (namespace) (dnstools_build_info{target="gateway"})
          unless group by (namespace) (dnstools_build_info{target="${name}"}),
          "service", "${name}", "", ""
        )
      `),
    ).join("\nor\n"),
    summary: "The {{ $labels.service }} service of {{ $labels.namespace }} is down",
    description:
      "A gateway is up, but no process of this service. Its tools return 503; the other tools work.",
    dashboard: "dnstools-overview",
  },
  {
    alert: "DnstoolsInstanceDown",
    severity: "ticket",
    for: "5m",
    expr: `up{job=~"${JOBS}|${EXPORTERS}"} == 0 and ${IN_OUR_NAMESPACES}`,
    summary: "{{ $labels.job }} at {{ $labels.instance }} cannot be scraped",
    description:
      "Prometheus cannot scrape one process. Other processes of its kind may do its work. If it is an exporter, the alerts on its metrics are silent.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsCircuitOpen",
    severity: "page",
    // Longer than the time for which the circuit breaker remembers failures.
    for: "2m",
    // The circuit of a service without calls also remains half open, so the alert additionally requires failing calls.
    expr: promql(`
      max by (namespace, service) (dnstools_gateway_upstream_circuit_state{state=~"open|half_open"}) == 1
      and
      sum by (namespace, service) (rate(dnstools_gateway_upstream_requests_total{outcome=~"failed|timeout|refused"}[2m])) > 0
    `),
    summary: "Calls to the {{ $labels.service }} service fail",
    description:
      "Five calls in a row failed, and the circuit breaker stays open. Callers of the service's tools get 503 at once.",
    dashboard: "dnstools-overview",
  },
  edgeDown("page", "failing"),
  edgeDown("ticket", "served"),
  {
    alert: "DnstoolsEdgeErrors",
    // Only a ticket, because DnstoolsErrorBudgetBurn pages for failing calls, and does so sooner. This alert names the
    // cause.
    severity: "ticket",
    for: "5m",
    expr: shareAbove(
      'sum by (namespace) (rate(dnstools_edge_requests_total{origin="edge",call="yes",code=~"5.."}[2m]))',
      `sum by (namespace) (rate(${AT_EDGE.all}[2m]))`,
      0.02,
      0.1,
    ),
    summary: "The edge of {{ $labels.namespace }} itself returns 5xx",
    description:
      "{{ $value | humanizePercentage }} of calls get 5xx from nginx, because no gateway accepts them or answers in time. Gateways do not count these calls.",
    dashboard: "dnstools-edge",
  },
];

export const THERE: Group = { name: "dnstools.there.alerts", rules: alerts };
