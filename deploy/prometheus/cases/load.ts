import { type Case, HERE, NS, there } from "./case.ts";

const of = (metric: string, instance = "gateway:9464") =>
  `${metric}{${NS},job="gateway",instance="${instance}"}`;
const OURS = { ...HERE, job: "gateway", instance: "gateway:9464", target: "gateway" };
const admission = (metric: string, at: "gateway" | "service") =>
  `dnstools_admission_${metric}{${NS},job="${at === "gateway" ? "gateway" : "cert"}",instance="i1",at="${at}",service="cert"}`;
const units = (at: "gateway" | "service") => admission("units", at);
const refused = `dnstools_admission_refused_total{${NS},job="cert",instance="i1",at="service",service="cert",reason="late"}`;
const capacity = (at: "gateway" | "service") => admission("capacity_units", at);
const memory = (metric: string, more = "") =>
  `${metric}{${NS},pod="dns-1",container="dns"${more},job="kubelet",node="n1"}`;
const CONTAINER = { ...HERE, pod: "dns-1", container: "dns" };
const restarts = `kube_pod_container_status_restarts_total{${NS},pod="dns-1",container="dns"}`;
const hpa = (metric: string) =>
  `kube_horizontalpodautoscaler_${metric}{${NS},horizontalpodautoscaler="gateway"}`;
const stranger = (series: string) => series.replace(NS, 'namespace="others"');

export const LOAD_CASES: readonly Case[] = [
  {
    alert: "DnstoolsServiceSaturated",
    says: "a process of the service is full, and the gateway's count is not",
    series: {
      [units("gateway")]: "200x60",
      [capacity("gateway")]: "320x60",
      [units("service")]: "310x60",
      [capacity("service")]: "320x60",
      [refused]: "0+2x60",
    },
    at: "20m",
    fires: [{ ...HERE, service: "cert", at: "service" }],
  },
  {
    alert: "DnstoolsServiceSaturated",
    says: "a process of the service is full, but every call gets its turn",
    series: { [units("service")]: "310x60", [capacity("service")]: "320x60", [refused]: "7x60" },
    at: "20m",
    fires: [],
  },
  {
    alert: "DnstoolsServiceSaturated",
    says: "it was for five minutes",
    series: { [units("gateway")]: "10x5 310x5 10x60", [capacity("gateway")]: "320x80" },
    at: "11m",
    fires: [],
  },
  {
    alert: "DnstoolsServiceSaturated",
    says: "there is no limit",
    series: {
      [units("gateway")]: "490x60",
      [capacity("gateway")]: "0x60",
    },
    at: "20m",
    fires: [],
  },
  {
    alert: "DnstoolsEventLoopLag",
    says: "a dnstools process lags, and so does another application's",
    series: {
      ...there("gateway"),
      [of("nodejs_eventloop_lag_p99_seconds")]: "0.3x60",
      [stranger(of("nodejs_eventloop_lag_p99_seconds"))]: "0.3x60",
    },
    at: "30m",
    fires: [OURS],
  },
  {
    alert: "DnstoolsEventLoopLag",
    says: "it was for five minutes",
    series: { ...there("gateway"), [of("nodejs_eventloop_lag_p99_seconds")]: "0.01x10 0.3x5 0.01x60" },
    at: "16m",
    fires: [],
  },
  {
    alert: "DnstoolsFdsNearLimit",
    says: "900 of 1024 are open",
    series: {
      ...there("gateway"),
      [of("process_open_fds")]: "900x60",
      [of("process_max_fds")]: "1024x60",
    },
    at: "30m",
    fires: [OURS],
  },
  {
    alert: "DnstoolsFdsNearLimit",
    says: "a minute of a flood is over",
    series: {
      ...there("gateway"),
      [of("process_open_fds")]: "50x10 900 50x60",
      [of("process_max_fds")]: "1024x80",
    },
    at: "11m",
    fires: [],
  },
  {
    alert: "DnstoolsRestarting",
    says: "it restarts every ten minutes",
    series: {
      ...there("gateway"),
      [of("process_start_time_seconds")]: "100x10 700x10 1300x10 1900x10 2500x10 3100x20",
    },
    at: "59m",
    fires: [OURS],
  },
  {
    alert: "DnstoolsRestarting",
    says: "it was updated",
    series: { ...there("gateway"), [of("process_start_time_seconds")]: "100x10 700x100" },
    at: "59m",
    fires: [],
  },
  {
    alert: "DnstoolsMemoryNearLimit",
    says: "95 % are used, in our namespace and in another",
    series: {
      ...there("gateway"),
      [memory("container_memory_working_set_bytes")]: "243000000x60",
      [memory("kube_pod_container_resource_limits", ',resource="memory"')]: "256000000x60",
      [stranger(memory("container_memory_working_set_bytes"))]: "243000000x60",
      [stranger(memory("kube_pod_container_resource_limits", ',resource="memory"'))]: "256000000x60",
    },
    at: "30m",
    fires: [CONTAINER],
  },
  {
    alert: "DnstoolsMemoryNearLimit",
    says: "half is used, and the CPU limit is not a memory limit",
    series: {
      ...there("gateway"),
      [memory("container_memory_working_set_bytes")]: "128000000x60",
      [memory("kube_pod_container_resource_limits", ',resource="memory"')]: "256000000x60",
      [memory("kube_pod_container_resource_limits", ',resource="cpu"')]: "1x60",
    },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsPodRestarting",
    says: "it restarts every ten minutes",
    series: {
      ...there("gateway"),
      [restarts]: "0x10 1x10 2x10 3x10 4x10 5x20",
      [stranger(restarts)]: "0+1x60",
    },
    at: "59m",
    fires: [CONTAINER],
  },
  {
    alert: "DnstoolsPodRestarting",
    says: "it did once",
    series: { ...there("gateway"), [restarts]: "0x30 1x60" },
    at: "59m",
    fires: [],
  },
  {
    alert: "DnstoolsHpaAtMax",
    says: "it has had ten of ten pods for a long time",
    series: {
      ...there("gateway"),
      [hpa("status_current_replicas")]: "4x5 10x90",
      [hpa("spec_max_replicas")]: "10x90",
    },
    at: "60m",
    fires: [{ ...HERE, horizontalpodautoscaler: "gateway" }],
  },
  {
    alert: "DnstoolsHpaAtMax",
    says: "it had ten of ten pods for ten minutes",
    series: {
      ...there("gateway"),
      [hpa("status_current_replicas")]: "4x5 10x10 6x90",
      [hpa("spec_max_replicas")]: "10x90",
    },
    at: "16m",
    fires: [],
  },
  {
    alert: "DnstoolsConntrackNearLimit",
    says: "the table is nearly full",
    series: {
      'node_nf_conntrack_entries{instance="n1",job="node"}': "60000x60",
      'node_nf_conntrack_entries_limit{instance="n1",job="node"}': "65536x60",
    },
    at: "30m",
    fires: [{ instance: "n1", job: "node" }],
  },
  {
    alert: "DnstoolsConntrackNearLimit",
    says: "it was for a few minutes",
    series: {
      'node_nf_conntrack_entries{instance="n1",job="node"}': "1000x10 60000x5 1000x60",
      'node_nf_conntrack_entries_limit{instance="n1",job="node"}': "65536x90",
    },
    at: "16m",
    fires: [],
  },
];
