import {
  type CAPABILITIES,
  CONNECTION_KINDS,
  CONNECTION_OUTCOMES,
  HANDSHAKE_OUTCOMES,
  type NetEvent,
  REFUSALS,
  SESSION_OUTCOMES,
} from "@dnstools/core/net-event";
import type { CacheMetrics } from "./cache-metrics.ts";
import { closedCounter, closedHistogram } from "./closed-metrics.ts";
import type { DataFiles } from "./data-file-metrics.ts";
import { dnsMetrics } from "./dns-metrics.ts";
import type { MetricMakers } from "./metric-makers.ts";
import { registryMetrics } from "./registry-metrics.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** The names that metrics have for capabilities. */
const SHOWN = { ipv6: "ipv6", smtp_25: "tcp25", udp_53: "udp53" } as const satisfies Record<
  (typeof CAPABILITIES)[number],
  string
>;

/** Counts what net tells of its work. */
export function netMetrics(
  make: MetricMakers,
  cache: CacheMetrics,
  dataFiles: DataFiles,
): (event: NetEvent) => void {
  const dns = dnsMetrics(make);
  const registries = registryMetrics(make);
  const kinds = { kind: CONNECTION_KINDS };
  const connections = closedCounter(
    make,
    "egress_connections_total",
    "Connections to servers of others, but for DNS.",
    { ...kinds, outcome: CONNECTION_OUTCOMES },
  );
  const connectionTimes = closedHistogram(
    make,
    "egress_connection_duration_seconds",
    "Time of a connection to a server of others, but for DNS.",
    kinds,
    SECONDS,
  );
  const refusals = closedCounter(
    make,
    "egress_refusals_total",
    "What the egress guard did not let through.",
    {
      reason: REFUSALS,
    },
  );
  const handshakes = closedCounter(make, "tls_handshakes_total", "TLS handshakes that were begun.", {
    outcome: HANDSHAKE_OUTCOMES,
  });
  const sessions = closedCounter(
    make,
    "smtp_sessions_total",
    "Dialogues with mail servers that took our connection.",
    { outcome: SESSION_OUTCOMES },
  );
  const leads = new Map<string, number>();
  make.gaugeOf(
    "egress_capability",
    "Whether this host's own network lets something out: 1 or 0; none where that is not known.",
    ["capability"],
    () => [...leads].map(([capability, value]) => [{ capability }, value]),
  );
  const believed = new Map<string, number>();
  make.gaugeOf(
    "resolver_trusted",
    "Whether one of our own resolvers is believed: 1, or 0 where its last check spoke against it.",
    ["resolver"],
    () => [...believed].map(([resolver, value]) => [{ resolver }, value]),
  );
  const mailServers = cache("mail_servers", ["hit", "miss", "coalesced"], null);

  return (event) => {
    switch (event.kind) {
      case "dns_query":
      case "dns_tcp_fallback":
      case "dns_retry":
        return dns(event);
      case "connection":
        connections({ kind: event.of, outcome: event.outcome });
        return connectionTimes({ kind: event.of }, event.elapsedMs);
      case "registry_asked":
        return registries(event);
      case "tls_handshake":
        return handshakes({ outcome: event.outcome });
      case "smtp_session":
        return sessions({ outcome: event.outcome });
      case "mail_server_wanted":
        return mailServers(event.result);
      case "egress_refused":
        return refusals({ reason: event.reason });
      case "data_file":
        return dataFiles(event.file, () => event.checkedAt);
      case "resolver_checked":
        return void believed.set(event.resolver, Number(event.fault === null));
      case "resolvers_silent":
        return;
      case "egress_tried":
        if (event.leads === null) leads.delete(SHOWN[event.what]);
        else leads.set(SHOWN[event.what], Number(event.leads));
    }
  };
}
