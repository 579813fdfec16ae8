import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CertificateTime } from "./certificate-time.ts";
import { CALL, ORIGINS, readLine } from "./metrics-line.ts";
import type { NginxStatus } from "./nginx-status.ts";

/** What is measured at the edge, also of requests that never reached a gateway. */
export type EdgeMetrics = {
  /** Counts one datagram of nginx. */
  readonly take: (datagram: string) => void;
  /**
   * The Prometheus text. @param status what nginx says of its connections; null where it does not answer.
   * @param certificate the first to end; null where there is none.
   */
  readonly render: (status: NginxStatus | null, certificate: CertificateTime | null) => Promise<string>;
  readonly registry: Registry;
};

const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 20];
/** Started at 0, so that the first of them is an increase. */
const KNOWN = {
  edge: ["429", "503"],
  upstream: ["200", "429", "503"],
};

export function createEdgeMetrics(): EdgeMetrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "dnstools_edge_requests_total",
    help: "Requests at the edge, by who answered them: nginx itself (edge) or a gateway (upstream), and whether they are calls of a tool.",
    labelNames: ["code", "origin", "call"],
    registers,
  });
  const times = new Histogram({
    name: "dnstools_edge_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last.",
    labelNames: ["origin"],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "dnstools_edge_log_parse_errors_total",
    help: "Datagrams that are none of nginx's lines.",
    registers,
  });
  const up = new Gauge({ name: "dnstools_edge_up", help: "Whether nginx answers: 1 or 0.", registers });
  const connections = new Gauge({
    name: "dnstools_edge_connections",
    help: "Connections of clients, by what nginx does with them.",
    labelNames: ["state"],
    registers,
  });
  const ends = new Gauge({
    name: "dnstools_edge_certificate_expiry_timestamp_seconds",
    help: "When the first of the edge's certificates ends.",
    registers,
  });
  const lifetime = new Gauge({
    name: "dnstools_edge_certificate_lifetime_seconds",
    help: "For how long that certificate was made.",
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
