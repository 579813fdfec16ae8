import { own, query } from "../queries.ts";
import { type DashboardSpec, NAMESPACE, type PanelSpec } from "../spec.ts";

const CHOSEN = 'job=~"$job",instance=~"$instance"';
/**
 * Returns PromQL that restricts a metric to the processes of dnstools and adds their label `target`; every process
 * exports such a metric.
 */
const ours = (expr: string) =>
  `${expr} * on (namespace, job, instance) group_left (target) ${own("dnstools_build_info", CHOSEN)}`;
const each = "{{target}} {{instance}}";
const KUBERNETES = "Needs kube-state-metrics, which neither the tests nor compose run.";
const CADVISOR = "Needs the kubelet's cAdvisor metrics, which neither the tests nor compose have.";

const kubernetes: readonly PanelSpec[] = [
  {
    kind: "time",
    title: "Memory, share of the limit (Kubernetes)",
    description: "Working set of each container in the namespace. At 100 % Kubernetes kills the container.",
    unit: "percentunit",
    queries: [
      query(
        `max by (pod, container) (${own("container_memory_working_set_bytes", 'container!=""')}) / on (pod, container) max by (pod, container) (${own("kube_pod_container_resource_limits", 'resource="memory"')})`,
        "{{pod}} {{container}}",
      ),
    ],
    width: 8,
    steps: [
      [null, "green"],
      [0.9, "red"],
    ],
    mayBeEmpty: CADVISOR,
  },
  {
    kind: "time",
    title: "Pods and their maximum (Kubernetes)",
    description: "Number of pods and maxReplicas of each autoscaler.",
    unit: "short",
    queries: [
      query(
        `max by (horizontalpodautoscaler) (${own("kube_horizontalpodautoscaler_status_current_replicas")})`,
        "{{horizontalpodautoscaler}} pods",
      ),
      query(
        `max by (horizontalpodautoscaler) (${own("kube_horizontalpodautoscaler_spec_max_replicas")})`,
        "{{horizontalpodautoscaler}} maximum",
      ),
    ],
    width: 8,
    mayBeEmpty: KUBERNETES,
  },
  {
    kind: "time",
    title: "Container restarts (Kubernetes)",
    description: "Restarts in the last hour, including Redis, PostgreSQL and unbound.",
    unit: "short",
    queries: [
      query(
        `sum by (pod, container) (increase(${own("kube_pod_container_status_restarts_total")}[1h]))`,
        "{{pod}} {{container}}",
      ),
    ],
    width: 8,
    mayBeEmpty: KUBERNETES,
  },
];

export const RUNTIME: DashboardSpec = {
  uid: "dnstools-runtime",
  title: "dnstools / Runtime",
  description: "Running processes and their resources.",
  variables: [
    NAMESPACE,
    { name: "job", label: "Job", values: `label_values(${own("dnstools_build_info")}, job)` },
    {
      name: "instance",
      label: "Instance",
      values: `label_values(${own("dnstools_build_info", 'job=~"$job"')}, instance)`,
    },
  ],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Processes",
          description: "Number of running processes, by target.",
          unit: "short",
          queries: [query(`count by (target) (${own("dnstools_build_info", CHOSEN)})`, "{{target}}")],
          width: 12,
        },
        {
          kind: "stat",
          title: "Restarts, last hour",
          description:
            "Number of process starts. An update does not explain more than three starts of one process.",
          unit: "short",
          queries: [query(`sum(${ours(`changes(${own("process_start_time_seconds", CHOSEN)}[1h])`)})`)],
          width: 6,
          steps: [
            [null, "green"],
            [4, "orange"],
          ],
        },
        {
          kind: "stat",
          title: "Maximum event loop lag, p99",
          description: "Event loop lag of the busiest process. Callers notice 200 ms.",
          unit: "s",
          queries: [query(`max(${ours(own("nodejs_eventloop_lag_p99_seconds", CHOSEN))})`)],
          width: 6,
          steps: [
            [null, "green"],
            [0.05, "yellow"],
            [0.2, "red"],
          ],
        },
      ],
    },
    {
      title: "Processes",
      panels: [
        {
          kind: "time",
          title: "CPU",
          description:
            "1 means one core. A process runs in one thread, so add a process if the value is near 1.",
          unit: "none",
          queries: [query(ours(`rate(${own("process_cpu_seconds_total", CHOSEN)}[$__rate_interval])`), each)],
          width: 12,
          steps: [
            [null, "green"],
            [0.9, "red"],
          ],
        },
        {
          kind: "time",
          title: "Memory",
          description: "Resident memory. Growth over days without any decrease indicates a leak.",
          unit: "bytes",
          queries: [query(ours(own("process_resident_memory_bytes", CHOSEN)), each)],
          width: 12,
        },
        {
          kind: "time",
          title: "Event loop lag, p99",
          description: "One timer in a hundred is delayed by at least this time.",
          unit: "s",
          queries: [query(ours(own("nodejs_eventloop_lag_p99_seconds", CHOSEN)), each)],
          width: 12,
          steps: [
            [null, "green"],
            [0.2, "red"],
          ],
        },
        {
          kind: "time",
          title: "Event loop lag, median",
          description:
            "Half of the timers are delayed by at least this time. A long delay affects all callers.",
          unit: "s",
          queries: [query(ours(own("nodejs_eventloop_lag_p50_seconds", CHOSEN)), each)],
          width: 12,
        },
        {
          kind: "time",
          title: "Open files and sockets",
          description: "Share of the process's limit. At 100 % the process ends.",
          unit: "percentunit",
          queries: [
            query(ours(`(${own("process_open_fds", CHOSEN)} / ${own("process_max_fds", CHOSEN)})`), each),
          ],
          width: 12,
          max: 1,
          steps: [
            [null, "green"],
            [0.8, "red"],
          ],
        },
        {
          kind: "time",
          title: "Requests in flight",
          description: "Requests in progress, by server: gateway, services, and health (the metrics port).",
          unit: "short",
          queries: [
            query(`sum by (service) (${own("dnstools_http_requests_in_flight", CHOSEN)})`, "{{service}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Request time, p95",
          description:
            "Time to answer a request, by server: gateway, services, and health (the metrics port).",
          unit: "s",
          queries: [
            query(
              `histogram_quantile(0.95, sum by (le, service) (rate(${own("dnstools_http_request_duration_seconds_bucket", CHOSEN)}[$__rate_interval])))`,
              "{{service}}",
            ),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Trace spans",
          description:
            "Spans per second. dropped: the queue was full. failed: the collector did not accept them. Zero if no collector is configured.",
          unit: "ops",
          queries: [
            query(
              `sum by (outcome) (rate(${own("dnstools_trace_spans_total", CHOSEN)}[$__rate_interval]))`,
              "{{outcome}}",
            ),
          ],
          width: 24,
        },
        {
          kind: "table",
          title: "Versions",
          description:
            "Version of each target. Two versions at once mean that an update is in progress or was interrupted.",
          unit: "none",
          queries: [
            query(`sum by (target, version, revision, runtime) (${own("dnstools_build_info", CHOSEN)})`),
          ],
          hidden: ["Value"],
          width: 24,
          height: 7,
        },
      ],
    },
    { title: "Kubernetes", panels: kubernetes },
  ],
};
