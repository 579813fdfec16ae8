import {
  CONNECTION_KINDS,
  CONNECTION_OUTCOMES,
  type DATA_FILES,
  HANDSHAKE_OUTCOMES,
  type NetEvent,
  QUERY_OUTCOMES,
  REFUSALS,
  REGISTRY_OUTCOMES,
  SESSION_OUTCOMES,
  UPSTREAM_CLASSES,
} from "@dnstools/core/net-event";
import { faultsOf } from "@dnstools/core/tool/environment";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { REGISTRY_NAMES, registryName } from "./registry-name.ts";
import { HotCounter, HotHistogram, startAtZero } from "./tally.ts";

type Registers = Registry[];
type DnsEvent = Extract<NetEvent, { kind: "dns_query" | "dns_tcp_fallback" | "dns_retry" }>;
type RegistryAsked = Extract<NetEvent, { kind: "registry_asked" }>;
type Connection = Extract<NetEvent, { kind: "connection" }>;

/** Creates a function that counts DNS queries. */
function dnsMetrics(registers: Registers): (event: DnsEvent) => void {
  const queries = new HotCounter({
    name: "dnstools_dns_queries_total",
    help: "DNS exchanges by outcome.",
    labelNames: ["upstream_class", "transport", "outcome"],
    registers,
  });
  const times = new HotHistogram({
    name: "dnstools_dns_query_duration_seconds",
    help: "Duration of a DNS exchange in seconds.",
    labelNames: ["upstream_class", "transport"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const fallbacks = new Counter({
    name: "dnstools_dns_tcp_fallbacks_total",
    help: "DNS queries repeated over TCP because the response was truncated.",
    labelNames: ["upstream_class"],
    registers,
  });
  const retries = new Counter({
    name: "dnstools_dns_retries_total",
    help: "DNS queries repeated without EDNS because the server rejected EDNS.",
    labelNames: ["upstream_class"],
    registers,
  });
  const upstream_class = UPSTREAM_CLASSES;
  const transport = ["udp", "tcp"];
  startAtZero(queries, { upstream_class, transport, outcome: QUERY_OUTCOMES });
  startAtZero(times, { upstream_class, transport });
  startAtZero(fallbacks, { upstream_class });
  startAtZero(retries, { upstream_class });
  return (event) => {
    const upstream_class = event.upstream;
    if (event.kind === "dns_tcp_fallback") return fallbacks.inc({ upstream_class });
    if (event.kind === "dns_retry") return retries.inc({ upstream_class });
    const { transport, outcome, elapsedMs } = event;
    queries.inc({ upstream_class, transport, outcome });
    times.observe({ upstream_class, transport }, elapsedMs / 1000);
  };
}

/** Creates a function that counts requests to registries. */
function registryMetrics(registers: Registers): (event: RegistryAsked) => void {
  const counter = (name: string, help: string) => {
    const requests = new Counter({ name, help, labelNames: ["registry", "outcome"], registers });
    startAtZero(requests, { registry: REGISTRY_NAMES, outcome: REGISTRY_OUTCOMES });
    return requests;
  };
  const histogram = (name: string, help: string) => {
    const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
    const times = new Histogram({ name, help, labelNames: ["registry"], buckets, registers });
    startAtZero(times, { registry: REGISTRY_NAMES });
    return times;
  };
  const requests = {
    rdap: counter("dnstools_rdap_requests_total", "Requests to registries over RDAP."),
    whois: counter("dnstools_whois_requests_total", "Requests to registries over whois (port 43)."),
  };
  const times = {
    rdap: histogram(
      "dnstools_rdap_request_duration_seconds",
      "Duration of a request to a registry over RDAP, in seconds.",
    ),
    whois: histogram(
      "dnstools_whois_request_duration_seconds",
      "Duration of a request to a registry over whois (port 43), in seconds.",
    ),
  };
  return ({ over, host, outcome, elapsedMs }) => {
    const registry = registryName(host);
    requests[over].inc({ registry, outcome });
    times[over].observe({ registry }, elapsedMs / 1000);
  };
}

/** Creates a function that counts connections to third-party servers. */
function connectionMetrics(registers: Registers): (event: Connection) => void {
  const connections = new Counter({
    name: "dnstools_egress_connections_total",
    help: "Connections to third-party servers, except for DNS.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const times = new Histogram({
    name: "dnstools_egress_connection_duration_seconds",
    help: "Duration of a connection to a third-party server in seconds, except for DNS.",
    labelNames: ["kind"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  startAtZero(connections, { kind: CONNECTION_KINDS, outcome: CONNECTION_OUTCOMES });
  startAtZero(times, { kind: CONNECTION_KINDS });
  return ({ of: kind, outcome, elapsedMs }) => {
    connections.inc({ kind, outcome });
    times.observe({ kind }, elapsedMs / 1000);
  };
}

/** Functions other than metrics that receive network events. */
export type NetListeners = {
  readonly mailServer: (result: "hit" | "miss" | "coalesced") => void;
  readonly dataFile: (file: (typeof DATA_FILES)[number], checkedAt: () => number | null) => void;
};

/** Creates a function that counts the events of the network layer. */
export function netMetrics(
  registers: Registers,
  { mailServer, dataFile }: NetListeners,
): (event: NetEvent) => void {
  const dns = dnsMetrics(registers);
  const registries = registryMetrics(registers);
  const connections = connectionMetrics(registers);
  const refusals = new Counter({
    name: "dnstools_egress_refusals_total",
    help: "Connections and queries that the egress guard refused.",
    labelNames: ["reason"],
    registers,
  });
  const handshakes = new Counter({
    name: "dnstools_tls_handshakes_total",
    help: "TLS handshakes by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const sessions = new Counter({
    name: "dnstools_smtp_sessions_total",
    help: "SMTP dialogues with mail servers that accepted our connection.",
    labelNames: ["outcome"],
    registers,
  });
  startAtZero(refusals, { reason: REFUSALS });
  startAtZero(handshakes, { outcome: HANDSHAKE_OUTCOMES });
  startAtZero(sessions, { outcome: SESSION_OUTCOMES });
  const capabilities = new Gauge({
    name: "dnstools_egress_capability",
    help: "1 if this host and its network let this kind of traffic through unchanged, 0 if not; absent if unknown, or if the address family does not work.",
    labelNames: ["capability"],
    registers,
  });
  const trusted = new Gauge({
    name: "dnstools_resolver_trusted",
    help: "1 if the resolver, which is one of our own, is trusted; 0 if it failed its last check.",
    labelNames: ["resolver"],
    registers,
  });

  return (event) => {
    switch (event.kind) {
      case "dns_query":
      case "dns_tcp_fallback":
      case "dns_retry":
        return dns(event);
      case "connection":
        return connections(event);
      case "registry_asked":
        return registries(event);
      case "tls_handshake":
        return handshakes.inc({ outcome: event.outcome });
      case "smtp_session":
        return sessions.inc({ outcome: event.outcome });
      case "mail_server_wanted":
        return mailServer(event.result);
      case "egress_refused":
        return refusals.inc({ reason: event.reason });
      case "data_file":
        return dataFile(event.file, () => event.checkedAt);
      case "resolver_checked":
        return trusted.set({ resolver: event.resolver }, Number(event.fault === null));
      case "resolvers_checked":
      case "resolvers_silent":
        return;
      case "host_tried": {
        const faulty = new Set([...faultsOf(event.now).values()].flat());
        for (const [capability, verdict] of event.now)
          if (verdict === "ok" || faulty.has(capability))
            capabilities.set({ capability }, Number(verdict === "ok"));
          // Its family does not work, which says it all.
          else capabilities.remove({ capability });
      }
    }
  };
}
