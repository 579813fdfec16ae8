import { CIRCUIT_STATES, type CircuitState } from "@dnstools/concurrency/circuit-breaker";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Counter, Gauge, type Registry } from "prom-client";
import { CALL_OUTCOMES, type CallOutcome } from "../client/service-client.ts";
import { HotCounter, HotHistogram, startAtZero } from "./tally.ts";

type Registers = Registry[];

const METHODS = ["GET", "HEAD", "OPTIONS", "POST"];
const CODES = [200, 204, 304, 400, 401, 404, 405, 429, 503].map(String);
/** Value of the route label for requests that match no route. */
const UNMATCHED = "unmatched";

/** Creates the metrics of a process's HTTP servers. */
export function httpMetrics(registers: Registers) {
  const servers: { readonly service: string; inFlight: number }[] = [];
  const requests = new HotCounter({
    name: "dnstools_http_requests_total",
    help: "HTTP requests.",
    labelNames: ["service", "route", "method", "code"],
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_http_request_duration_seconds",
    help: "Duration of a request in seconds.",
    labelNames: ["service", "route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  new Gauge({
    name: "dnstools_http_requests_in_flight",
    help: "Requests in flight.",
    labelNames: ["service"],
    registers,
    collect() {
      for (const { service, inFlight } of servers) this.set({ service }, inFlight);
    },
  });
  return {
    /**
     * Starts counting a service's requests. `begin` and `end` must be called in pairs. A path that is not a route
     * counts as `unmatched`.
     * @param methods the supported methods, whose counts start at 0.
     */
    open(service: string, paths: readonly string[], methods: readonly string[]) {
      const server = { service, inFlight: 0 };
      servers.push(server);
      const routes = [...paths, UNMATCHED];
      startAtZero(requests, { service: [service], route: routes, method: methods, code: CODES });
      startAtZero(times, { service: [service], route: routes });
      const known = new Set(paths);
      return {
        begin() {
          server.inFlight += 1;
        },
        end(path: string, method: string, status: number, elapsedMs: number) {
          server.inFlight -= 1;
          const route = known.has(path) ? path : UNMATCHED;
          times.observe({ service, route }, elapsedMs / 1000);
          const shown = METHODS.includes(method) ? method : "other";
          requests.inc({ service, route, method: shown, code: String(status) });
        },
      };
    },
    /** Returns the total number of requests in flight at all servers of this process. */
    inFlight: () => servers.reduce((sum, { inFlight }) => sum + inFlight, 0),
  };
}

/** Outcomes of a request for a tool, as metrics count them. */
export const TOOL_OUTCOMES = [
  "ok",
  "target_error",
  "invalid_input",
  "upstream_error",
  "timeout",
  "refused",
  "cancelled",
  "internal_error",
] as const;
/** The outcome of a request for a tool. */
export type ToolOutcome = (typeof TOOL_OUTCOMES)[number];

/** Metrics of one tool, across all callers in this process. */
export type ToolMetrics = ReturnType<ReturnType<typeof toolMetrics>>;

/**
 * Creates the metrics of the requests and runs of tools. A gateway and a service in one process share these metrics.
 */
export function toolMetrics(registers: Registers) {
  const requests = new HotCounter({
    name: "dnstools_tool_requests_total",
    help: "Requests for a tool by outcome.",
    labelNames: ["tool", "outcome"],
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_tool_duration_seconds",
    help: "Duration of a tool's run in seconds.",
    labelNames: ["tool"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers,
  });
  return (tool: ToolName) => {
    startAtZero(requests, { tool: [tool], outcome: TOOL_OUTCOMES });
    times.zero({ tool });
    return {
      /** Counts a finished request. */
      ended: (outcome: ToolOutcome) => requests.inc({ tool, outcome }),
      /** Records the duration of a run. A run that several requests shared is recorded once. */
      ran: (elapsedMs: number) => times.observe({ tool }, elapsedMs / 1000),
    };
  };
}

/**
 * State of an admission when metrics are read: its capacity, the total weight of calls in progress, and the number of
 * waiting calls.
 */
type AdmissionView = {
  readonly capacity: number;
  readonly inside: () => number;
  readonly waiting: () => number;
};

/** Metrics of one admission. */
export type AdmissionMetrics = ReturnType<ReturnType<typeof admissionMetrics>>;

/**
 * Creates the metrics of all admissions of a process.
 * @returns a function that starts counting one admission, given its place (`gateway` or `service`) and its service.
 */
export function admissionMetrics(registers: Registers) {
  const views: { readonly labels: { at: string; service: string }; readonly view: AdmissionView }[] = [];
  const gauge = (name: string, help: string, value: (view: AdmissionView) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["at", "service"],
      registers,
      collect() {
        for (const { labels, view } of views) this.set(labels, value(view));
      },
    });
  gauge("dnstools_admission_units", "Units of calls in progress.", (view) => view.inside());
  gauge(
    "dnstools_admission_capacity_units",
    "Maximum units of calls in progress; 0 for no limit.",
    (view) => view.capacity,
  );
  gauge("dnstools_admission_waiting", "Calls that wait for their turn.", (view) => view.waiting());
  const waits = new HotHistogram({
    name: "dnstools_admission_wait_seconds",
    help: "Seconds that admitted calls waited for their turn.",
    labelNames: ["at", "service"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refused = new Counter({
    name: "dnstools_admission_refused_total",
    help: "Refused calls: the queue was full, or the wait was too long (late).",
    labelNames: ["at", "service", "reason"],
    registers,
  });
  return (at: "gateway" | "service", service: string) => {
    const labels = { at, service };
    waits.zero(labels);
    startAtZero(refused, { at: [at], service: [service], reason: ["full", "late"] });
    return {
      watch: (view: AdmissionView) => void views.push({ labels, view }),
      waited: (ms: number) => waits.observe(labels, ms / 1000),
      refused: (reason: "full" | "late") => refused.inc({ ...labels, reason }),
    };
  };
}

/** Creates the metrics of calls to services in other processes. */
export function upstreamMetrics(registers: Registers) {
  const circuits = new Map<string, () => CircuitState>();
  const calls = new HotCounter({
    name: "dnstools_gateway_upstream_requests_total",
    help: "Calls to services in other processes.",
    labelNames: ["service", "outcome"],
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_gateway_upstream_duration_seconds",
    help: "Duration of a call to a service in another process, in seconds.",
    labelNames: ["service"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  new Gauge({
    name: "dnstools_gateway_upstream_circuit_state",
    help: "State of the circuit to a service in another process: 1 for the current state, 0 for the others.",
    labelNames: ["service", "state"],
    registers,
    collect() {
      for (const [service, circuit] of circuits)
        for (const state of CIRCUIT_STATES) this.set({ service, state }, Number(state === circuit()));
    },
  });
  return (service: string) => {
    startAtZero(calls, { service: [service], outcome: CALL_OUTCOMES });
    times.zero({ service });
    circuits.set(service, () => "closed");
    /**
     * Counts a call.
     * @param circuit returns the current state of the circuit.
     */
    return (outcome: CallOutcome, circuit: () => CircuitState, elapsedMs: number) => {
      calls.inc({ service, outcome });
      // A call that was not made has no duration, and the duration of a repeated call is recorded when it ends.
      if (outcome !== "refused" && outcome !== "retried") times.observe({ service }, elapsedMs / 1000);
      circuits.set(service, circuit);
    };
  };
}
