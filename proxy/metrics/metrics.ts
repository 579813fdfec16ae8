import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CertificateTime } from "./certificate-time.ts";
import { CALL, ORIGINS, readLine } from "./metrics-line.ts";
import type { NginxStatus } from "./nginx-status.ts";

/** The metrics of the reverse proxy. They include requests that never reached a gateway. */
export type EdgeMetrics = {
  /** Counts the request that a datagram from nginx describes. */
  readonly take: (datagram: string) => void;
  /**
   * Returns the metrics in the Prometheus text format.
   * @param status the connections of nginx; null if nginx does not answer
   * @param certificate the certificate that expires first; null if there is none
   */
  readonly render: (status: NginxStatus | null, certificate: CertificateTime | null) => Promise<string>;
  readonly registry: Registry;
};

const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 20];
/** Label values whose series start at 0. Otherwise the first request would not be visible as an increase. */
const KNOWN = {
  edge: ["429", "503"],
  upstream: ["200", "429", "503"],
};

/** Creates the metrics of the reverse proxy. */
export function createEdgeMetrics(): EdgeMetrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "dnstools_edge_requests_total",
    help: "Requests at the reverse proxy, by origin of the response (edge: nginx itself, upstream: a gateway) and by whether they are tool calls.",
    labelNames: ["code", "origin", "call"],
    registers,
  });
  const times = new Histogram({
    name: "dnstools_edge_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its response, in seconds.",
    labelNames: ["origin"],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "dnstools_edge_log_parse_errors_total",
    help: "Received datagrams that could not be parsed as log lines of nginx.",
    registers,
  });
  const up = new Gauge({ name: "dnstools_edge_up", help: "1 if nginx answers, else 0.", registers });
  const connections = new Gauge({
    name: "dnstools_edge_connections",
    help: "Client connections of nginx, by state.",
    labelNames: ["state"],
    registers,
  });
  const ends = new Gauge({
    name: "dnstools_edge_certificate_expiry_timestamp_seconds",
    help: "Expiry time of the certificate that expires first, in seconds since 1970.",
    registers,
  });
  const lifetime = new Gauge({
    name: "dnstools_edge_certificate_lifetime_seconds",
    help: "Total validity of the certificate that expires first, in seconds.",
    registers,
  });
  for (const origin of ORIGINS) times.zero({ origin });
  for (const [origin, codes] of Object.entries(KNOWN))
    for (const code of codes) for (const call of CALL) requests.inc({ code, origin, call }, 0);

  return {
    take(datagram) {
      const line = readLine(datagram);
      if (line === null) {
        errors.inc();
        return;
      }
      const { code, origin, call, seconds } = line;
      requests.inc({ code, origin, call });
      times.observe({ origin }, seconds);
    },
    render(status, certificate) {
      if (certificate === null) for (const gauge of [ends, lifetime]) gauge.remove();
      else {
        ends.set(certificate.end);
        lifetime.set(certificate.lifetime);
      }
      up.set(status === null ? 0 : 1);
      for (const state of ["reading", "writing", "waiting"] as const)
        connections.set({ state }, status?.[state] ?? 0);
      return registry.metrics();
    },
    registry,
  };
}
