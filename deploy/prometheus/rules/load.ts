import { type Alert, type Group, promql } from "../rule.ts";
import { IN_OUR_NAMESPACES, ofOurs } from "./ours.ts";

/** Alerts about resources that are running out. */
const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsServiceSaturated",
    severity: "page",
    for: "10m",
    expr: promql(`
      max by (namespace, service, at) (dnstools_admission_units / (dnstools_admission_capacity_units > 0)) > 0.9
      and
      sum by (namespace, service, at) (rate(dnstools_admission_refused_total[5m])) > 0
    `),
    summary: "The {{ $labels.service }} service is saturated",
    description:
      "{{ $value | humanizePercentage }} of the capacity (at the {{ $labels.at }}) is in use, and further calls get 503.",
    dashboard: "dnstools-overview",
  },
  {
    alert: "DnstoolsEventLoopLag",
    severity: "ticket",
    for: "15m",
    expr: `${ofOurs("nodejs_eventloop_lag_p99_seconds")} > 0.2`,
    summary: "The event loop of {{ $labels.target }} at {{ $labels.instance }} lags",
    description:
      "One timer in a hundred is {{ $value | humanizeDuration }} late, because the process needs more than one core.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsFdsNearLimit",
    severity: "ticket",
    for: "10m",
    expr: `${ofOurs("(process_open_fds / process_max_fds)")} > 0.8`,
    summary: "{{ $labels.target }} at {{ $labels.instance }} runs out of files and sockets",
    description:
      "{{ $value | humanizePercentage }} of its open-file limit is in use. At 100 % the process ends.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsRestarting",
    severity: "ticket",
    for: "0m",
    expr: `${ofOurs("changes(process_start_time_seconds[1h])")} > 3`,
    summary: "{{ $labels.target }} at {{ $labels.instance }} keeps restarting",
    description: "The process started {{ $value }} times in an hour.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsMemoryNearLimit",
    severity: "ticket",
    for: "15m",
    needs: "cadvisor",
    expr: promql(`
      max by (namespace, pod, container) (container_memory_working_set_bytes{container!=""})
      / on (namespace, pod, container)
      max by (namespace, pod, container) (kube_pod_container_resource_limits{resource="memory"})
      > 0.9 and ${IN_OUR_NAMESPACES}
    `),
    summary: "{{ $labels.container }} of {{ $labels.pod }} is close to its memory limit",
    description: "{{ $value | humanizePercentage }} of the limit is used. At 100 % the container is killed.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsPodRestarting",
    severity: "ticket",
    for: "0m",
    needs: "kube-state-metrics",
    expr: `increase(kube_pod_container_status_restarts_total[1h]) > 3 and ${IN_OUR_NAMESPACES}`,
    summary: "{{ $labels.container }} of {{ $labels.pod }} keeps restarting",
    description: "The container restarted about {{ $value | humanize }} times in an hour.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsHpaAtMax",
    severity: "ticket",
    for: "30m",
    needs: "kube-state-metrics",
    expr: promql(`
      kube_horizontalpodautoscaler_status_current_replicas
      >= kube_horizontalpodautoscaler_spec_max_replicas and ${IN_OUR_NAMESPACES}
    `),
    summary: "{{ $labels.horizontalpodautoscaler }} is at its maximum number of pods",
    description: "The autoscaler has had {{ $value }} pods, its maximum, for half an hour.",
    dashboard: "dnstools-runtime",
  },
  {
    alert: "DnstoolsConntrackNearLimit",
    severity: "ticket",
    for: "10m",
    needs: "node-exporter",
    expr: "node_nf_conntrack_entries / node_nf_conntrack_entries_limit > 0.8",
    summary: "The connection table of node {{ $labels.instance }} is nearly full",
    description:
      "{{ $value | humanizePercentage }} of the conntrack table is used. At 100 % packets are dropped, including DNS queries.",
    dashboard: "dnstools-runtime",
  },
];

export const LOAD: Group = { name: "dnstools.load.alerts", rules: alerts };
