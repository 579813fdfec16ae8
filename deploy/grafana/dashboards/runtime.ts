import { own, query } from "../queries.ts";
import { type DashboardSpec, NAMESPACE, type PanelSpec } from "../spec.ts";

const CHOSEN = 'job=~"$job",instance=~"$instance"';
/** What any process may have, of ours alone: of others in the same Prometheus nothing. */
const ours = (expr: string) =>
  `${expr} * on (namespace, job, instance) group_left (target) ${own("dnstools_build_info", CHOSEN)}`;
const each = "{{target}} {{instance}}";
const KUBERNETES = "Needs kube-state-metrics, which no test has and compose neither.";
const CADVISOR = "Needs the kubelet's cAdvisor metrics, which no test has and compose neither.";

const kubernetes: readonly PanelSpec[] = [
  {
    kind: "time",
    title: "Memory of its limit (Kubernetes)",
    description: "Working set of each container in the namespace. At 100 % it is killed.",
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
    title: "Pods wanted and there (Kubernetes)",
    description: "By autoscaler: as many as it may have is the end of growing.",
    unit: "short",
    queries: [
      query(
        `max by (horizontalpodautoscaler) (${own("kube_horizontalpodautoscaler_status_current_replicas")})`,
        "{{horizontalpodautoscaler}} there",
      ),
      query(
        `max by (horizontalpodautoscaler) (${own("kube_horizontalpodautoscaler_spec_max_replicas")})`,
        "{{horizontalpodautoscaler}} at most",
      ),
    ],
    width: 8,
    mayBeEmpty: KUBERNETES,
  },
  {
    kind: "time",
    title: "Restarts of containers (Kubernetes)",
    description: "In the last hour, with those of Redis, PostgreSQL and unbound.",
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
  description: "Processes: what runs, and what it uses.",
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
          description: "That are there, by target.",
          unit: "short",
          queries: [query(`count by (target) (${own("dnstools_build_info", CHOSEN)})`, "{{target}}")],
          width: 12,
        },
        {
          kind: "stat",
          title: "Restarts, last hour",
          description: "Starts of processes. More than three of one are no update.",
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
          title: "Latest event loop, p99",
          description:
            "How late the timers of the busiest process are: 200 ms is more than callers should feel.",
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
          title: "Processor",
          description:
            "1 is one processor. A process has one thread for its work: near 1 it needs another beside it.",
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
          description: "Resident. What grows for days and never shrinks is a leak.",
          unit: "bytes",
          queries: [query(ours(own("process_resident_memory_bytes", CHOSEN)), each)],
          width: 12,
        },
        {
          kind: "time",
          title: "Lateness of the event loop, p99",
          description: "Of one timer in a hundred.",
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
          title: "Lateness of the event loop, half of timers",
          description:
            "Every second timer is at least as late. What is late for long is late for all callers.",
          unit: "s",
          queries: [query(ours(own("nodejs_eventloop_lag_p50_seconds", CHOSEN)), each)],
          width: 12,
        },
        {
          kind: "time",
          title: "Files and sockets of those it may have",
          description: "At 100 % connections fail.",
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
          description: "Being answered now, by server: gateway, services, and health (the port of metrics).",
          unit: "short",
          queries: [
            query(`sum by (service) (${own("dnstools_http_requests_in_flight", CHOSEN)})`, "{{service}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Time of requests, p95",
          description: "By server: gateway, services, and health (the port of metrics).",
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
          title: "Spans for the collector",
          description:
            "Dropped: more waited than may. Failed: the collector did not take them. Zero where no collector is set.",
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
            "What runs where. Two versions at once are an update under way, or one that stopped halfway.",
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
