import { type Alert, type Group, promql } from "../rule.ts";
import { AT_EDGE, AT_TOOLS } from "../slo.ts";
import { IN_OUR_NAMESPACES, shareAbove } from "./ours.ts";

/** Our processes by the job that scrapes them; with `--target=all` there is one. */
const JOBS = "gateway|dns|network|cert|mail|analysis|edge|all|dnstools";
/** Exporters and the probe, where an operator has added them: alerts on what they measure are silent without. */
const EXPORTERS = "redis|postgres|unbound|outside";
const SERVICES = ["dns", "network", "cert", "mail", "analysis"];

const FRONT = 'dnstools_build_info{target=~"gateway|all"}';

// What is gone as a whole tells nothing any more: where there was an edge within a day, there should be one.
const NO_EDGE = promql(`
  max by (namespace) (dnstools_edge_up) == 0
  or
  (group by (namespace) (last_over_time(dnstools_edge_up[1d])) unless group by (namespace) (dnstools_edge_up))
`);
/** Calls that end at tools all the same: then it is the counting that is gone. */
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
      ? "No nginx answers the process that counts its requests, or none of these is scraped, and no call reaches a tool."
      : "No nginx answers the process that counts its requests, or none of these is scraped. Calls reach the tools: requests are not counted.",
  dashboard: "dnstools-edge",
});

const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsDown",
    severity: "page",
    for: "2m",
    // Of namespaces that had one within a day each for itself; where none had, that is all that can be said.
    expr: promql(`
      (group by (namespace) (last_over_time(${FRONT}[1d])) unless group by (namespace) (${FRONT}))
      or
      (absent(${FRONT}) unless on () group(last_over_time(${FRONT}[1d])))
    `),
    summary: "No gateway of dnstools is there",
    description:
      "Prometheus reaches no process that answers callers. Nobody is served, or nobody is measured.",
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
    summary: "The {{ $labels.service }} service of {{ $labels.namespace }} is not there",
    description: "A gateway is there and no process of this service: its tools answer 503, the others work.",
    dashboard: "dnstools-overview",
  },
  {
    alert: "DnstoolsInstanceDown",
    severity: "ticket",
    for: "5m",
    expr: `up{job=~"${JOBS}|${EXPORTERS}"} == 0 and ${IN_OUR_NAMESPACES}`,
    summary: "{{ $labels.job }} at {{ $labels.instance }} cannot be scraped",
    description:
      "One process does not answer for its metrics. Others of its kind may still do its work; without an exporter the alerts on what it measures are silent.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsCircuitOpen",
    severity: "page",
    // Longer than it remembers failures.
    for: "2m",
    // Half open is also the circuit of a service that nobody has asked since: of it nobody suffers, and nobody knows.
    expr: promql(`
      max by (namespace, service) (dnstools_gateway_upstream_circuit_state{state=~"open|half_open"}) == 1
      and
      sum by (namespace, service) (rate(dnstools_gateway_upstream_requests_total{outcome=~"failed|timeout|refused"}[2m])) > 0
    `),
    summary: "Calls to the {{ $labels.service }} service fail",
    description:
      "Five calls in a row failed and the circuit stays open: callers of its tools get 503 at once.",
    dashboard: "dnstools-overview",
  },
  edgeDown("page", "failing"),
  edgeDown("ticket", "served"),
  {
    alert: "DnstoolsEdgeErrors",
    // Where calls fail DnstoolsErrorBudgetBurn pages, and sooner; this says the cause.
    severity: "ticket",
    for: "5m",
    expr: shareAbove(
      'sum by (namespace) (rate(dnstools_edge_requests_total{origin="edge",call="yes",code=~"5.."}[2m]))',
      `sum by (namespace) (rate(${AT_EDGE.all}[2m]))`,
      0.02,
      0.1,
    ),
    summary: "The edge of {{ $labels.namespace }} answers 5xx by itself",
    description:
      "{{ $value | humanizePercentage }} of calls end at nginx with 5xx: no gateway takes them, or it takes too long. No gateway counts these.",
    dashboard: "dnstools-edge",
  },
];

export const THERE: Group = { name: "dnstools.there.alerts", rules: alerts };
