import type { ToolName } from "@dnstools/core/contract";
import { type NetEvent, REQUEST_OUTCOMES } from "@dnstools/core/net-event";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { CIRCUIT_STATES, type CircuitState } from "./circuit.ts";
import type { CallOutcome } from "./door.ts";
import { createTally, type MetricMakers, metricMakers, type Samples } from "./metric-makers.ts";

import { type OwnMetric, ownMetrics } from "./own-metrics.ts";

export type { MetricMakers } from "./metric-makers.ts";

export const TOOL_OUTCOMES = [
  "ok",
  "target_error",
  "invalid_input",
  "refused",
  "cancelled",
  "upstream_error",
  "internal_error",
] as const;
export type ToolOutcome = (typeof TOOL_OUTCOMES)[number];

const METHODS = ["GET", "HEAD", "OPTIONS"];
const CODES = [200, 204, 400, 401, 404, 405, 429, 503];
const UPSTREAMS = ["recursor", "public_resolver", "authoritative"] as const;
const TRANSPORTS = ["udp", "tcp"] as const;
const QUERY_OUTCOMES = [
  "noerror",
  "nxdomain",
  "servfail",
  "refused",
  "formerr",
  "timeout",
  "network_error",
  "bad_reply",
] as const;
const REFUSALS = [
  "private",
  "loopback",
  "link_local",
  "metadata",
  "multicast",
  "reserved",
  "own_network",
] as const;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Counts one service's requests. `begin` and `end` come in pairs; a path that is no route counts as `unmatched`. */
export type HttpMetrics = {
  readonly begin: () => void;
  readonly end: (route: string, method: string, status: number, elapsedMs: number) => void;
};

/** Who asked: somebody within the limit, or with a key. */
export const PLANS = ["anonymous", "keyed"] as const;
export type Plan = (typeof PLANS)[number];

/** Everything a process measures. Names and labels are in ARCHITECTURE.md; every small label set starts at 0. */
export type Metrics = {
  readonly http: (service: string, routes: readonly string[]) => HttpMetrics;
  readonly tool: (tool: ToolName) => (outcome: ToolOutcome, elapsedMs: number) => void;
  /** Requests being answered now, at all doors of this process. */
  readonly inFlight: () => number;
  readonly units: (plan: Plan, decision: "granted" | "denied", units: number) => void;
  /** A call to a service in another process, and its circuit after it. */
  readonly upstream: (service: string, outcome: CallOutcome, circuit: CircuitState) => void;
  readonly net: (event: NetEvent) => void;
  /** An answer that was kept was given again. */
  readonly cacheHit: (tool: ToolName) => void;
  /** Gives the samples of a metric that a service keeps itself, to be read when scraped. */
  readonly samples: (name: OwnMetric, samples: Samples) => void;
  /** Makes metrics of a part's own: names get the prefix `dnstools_`. */
  readonly make: MetricMakers;
  readonly contentType: string;
  /** The Prometheus text. */
  readonly render: () => Promise<string>;
};

/** What one service's door counted since its start: requests by method and code of each route. */
type Tally = {
  readonly service: string;
  inFlight: number;
  readonly routes: Map<
    string,
    { time: ReturnType<typeof createTally>; counts: Map<string, Map<number, number>> }
  >;
};

/** The route, in metrics, of a request that no route took. */
const UNMATCHED = "unmatched";

export function createMetrics(build: { version: string; target: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const make = metricMakers(registers);
  const { counter, gauge, histogram } = make;
  processMetrics(registry);
  gauge("build_info", "What runs: always 1.", ["version", "runtime", "target"]).set(
    { ...build, runtime: `bun ${Bun.version}` },
    1,
  );

  // Tallied by hand and handed over when scraped: prom-client hashes the labels on every step.
  const tallies: Tally[] = [];
  new Counter({
    name: "dnstools_http_requests_total",
    help: "HTTP requests.",
    labelNames: ["service", "route", "method", "code"],
    registers,
    collect() {
      this.reset();
      for (const { service, routes } of tallies) {
        for (const [route, { counts }] of routes) {
          for (const [method, byCode] of counts) {
            for (const [code, count] of byCode) this.inc({ service, route, method, code }, count);
          }
        }
      }
    },
  });
  make.histogramOf("http_request_duration_seconds", "Time to answer a request.", SECONDS, () =>
    tallies.flatMap(({ service, routes }) =>
      [...routes].map(([route, { time }]) => [{ service, route }, time] as const),
    ),
  );
  new Gauge({
    name: "dnstools_http_requests_in_flight",
    help: "Requests being answered now.",
    labelNames: ["service"],
    registers,
    collect() {
      for (const { service, inFlight } of tallies) this.set({ service }, inFlight);
    },
  });
  const runs = counter("tool_requests_total", "Runs of a tool by outcome.", ["tool", "outcome"]);
  const runTimes = histogram("tool_duration_seconds", "Time of a tool's run.", ["tool"], [...SECONDS, 30]);
  const units = counter("ratelimit_units_total", "Units of the rate limit.", ["plan", "decision"]);
  const queries = counter("dns_queries_total", "DNS questions by outcome.", [
    "upstream_class",
    "transport",
    "outcome",
  ]);
  const queryTimes = histogram(
    "dns_query_duration_seconds",
    "Time of a DNS question.",
    ["upstream_class", "transport"],
    [0.001, 0.0025, ...SECONDS.slice(0, 10)],
  );
  const fallbacks = counter("dns_tcp_fallbacks_total", "Truncated answers asked again over TCP.", [
    "upstream_class",
  ]);
  const retries = counter("dns_retries_total", "Questions asked again in another form.", ["upstream_class"]);
  const refusals = counter("egress_refusals_total", "Addresses the egress guard did not let through.", [
    "reason",
  ]);

  const hits = counter("tool_cache_hits_total", "Answers of a tool that were given again.", ["tool"]);
  const requests = counter("egress_requests_total", "Requests to servers of others, but for DNS.", [
    "kind",
    "outcome",
  ]);
  const requestTimes = histogram(
    "egress_request_duration_seconds",
    "Time of a request to a server of others, but for DNS.",
    ["kind"],
    SECONDS,
  );

  const calls = counter("gateway_upstream_requests_total", "Calls to services in other processes.", [
    "service",
    "outcome",
  ]);
  const circuits = gauge(
    "gateway_upstream_circuit_state",
    "Which state the circuit to a service in another process is in: 1 for that one.",
    ["service", "state"],
  );

  const own = ownMetrics(make);

  for (const kind of ["http", "whois", "tls"]) {
    for (const outcome of REQUEST_OUTCOMES) requests.inc({ kind, outcome }, 0);
  }
  for (const upstream_class of UPSTREAMS) {
    fallbacks.inc({ upstream_class }, 0);
    retries.inc({ upstream_class }, 0);
    for (const transport of TRANSPORTS) {
      for (const outcome of QUERY_OUTCOMES) queries.inc({ upstream_class, transport, outcome }, 0);
    }
  }
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  for (const plan of PLANS) for (const decision of ["granted", "denied"]) units.inc({ plan, decision }, 0);

  return {
    http(service, routes) {
      const tally: Tally = { service, inFlight: 0, routes: new Map() };
      tallies.push(tally);
      for (const route of [...routes, UNMATCHED]) {
        const gets = new Map(CODES.map((code) => [code, 0]));
        const time = createTally(SECONDS);
        tally.routes.set(route, { time, counts: new Map([["GET", gets]]) });
      }
      return {
        begin() {
          tally.inFlight += 1;
        },
        end(route, method, status, elapsedMs) {
          tally.inFlight -= 1;
          const known = tally.routes.get(route) ?? tally.routes.get(UNMATCHED);
          known?.time.observe(elapsedMs / 1000);
          const name = METHODS.includes(method) ? method : "other";
          let counts = known?.counts.get(name);
          if (counts === undefined) {
            counts = new Map();
            known?.counts.set(name, counts);
          }
          counts.set(status, (counts.get(status) ?? 0) + 1);
        },
      };
    },
    tool(tool) {
      for (const outcome of TOOL_OUTCOMES) runs.inc({ tool, outcome }, 0);
      hits.inc({ tool }, 0);
      const times = runTimes.labels({ tool });
      return (outcome, elapsedMs) => {
        runs.inc({ tool, outcome });
        // Nothing ran where input or turn were refused.
        if (outcome !== "invalid_input" && outcome !== "refused") times.observe(elapsedMs / 1000);
      };
    },
    inFlight: () => tallies.reduce((sum, tally) => sum + tally.inFlight, 0),
    units: (plan, decision, count) => units.inc({ plan, decision }, count),
    upstream(service, outcome, circuit) {
      calls.inc({ service, outcome });
      for (const state of CIRCUIT_STATES) circuits.set({ service, state }, state === circuit ? 1 : 0);
    },
    net(event) {
      if (event.kind === "dns_tcp_fallback") fallbacks.inc({ upstream_class: event.upstream });
      else if (event.kind === "dns_retry") retries.inc({ upstream_class: event.upstream });
      else if (event.kind === "egress_refused") refusals.inc({ reason: event.scope });
      else if (event.kind !== "dns_query" && event.kind !== "egress_tried") {
        const kind = event.kind.replace("_request", "");
        requests.inc({ kind, outcome: event.outcome });
        requestTimes.observe({ kind }, event.elapsedMs / 1000);
      } else if (event.kind === "dns_query") {
        const labels = { upstream_class: event.upstream, transport: event.transport };
        queries.inc({ ...labels, outcome: event.outcome });
        queryTimes.observe(labels, event.elapsedMs / 1000);
      }
    },
    cacheHit: (tool) => hits.inc({ tool }),
    samples: (name, samples) => void own.set(name, samples),
    make,
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

/** Of prom-client's own metrics those that say something true on Bun; the others are zeros or nonsense there. */
const USEFUL =
  /^(process_(cpu_.*|resident_memory_bytes|open_fds|max_fds|start_time_seconds)|nodejs_eventloop_lag_(p50|p99|mean)_seconds)$/;

function processMetrics(registry: Registry): void {
  const all = new Registry();
  collectDefaultMetrics({ register: all, prefix: "" });
  for (const metric of all.getMetricsAsArray()) {
    if (USEFUL.test(metric.name)) registry.registerMetric(metric as never);
  }
}
