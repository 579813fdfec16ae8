import { type NetEvent, QUERY_OUTCOMES, UPSTREAM_CLASSES } from "@dnstools/core/net-event";
import { closedCounter, closedHistogram } from "./closed-metrics.ts";
import type { MetricMakers } from "./metric-makers.ts";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type DnsEvent = Extract<NetEvent, { kind: "dns_query" | "dns_tcp_fallback" | "dns_retry" }>;

/** Counts questions to servers. */
export function dnsMetrics(make: MetricMakers): (event: DnsEvent) => void {
  const whose = { upstream_class: UPSTREAM_CLASSES };
  const how = { ...whose, transport: ["udp", "tcp"] } as const;
  const queries = closedCounter(make, "dns_queries_total", "DNS exchanges by outcome.", {
    ...how,
    outcome: QUERY_OUTCOMES,
  });
  const times = closedHistogram(make, "dns_query_duration_seconds", "Time of a DNS exchange.", how, SECONDS);
  const fallbacks = closedCounter(
    make,
    "dns_tcp_fallbacks_total",
    "Truncated answers asked again over TCP.",
    whose,
  );
  const retries = closedCounter(make, "dns_retries_total", "Questions asked again in another form.", whose);
  return (event) => {
    const upstream_class = event.upstream;
    if (event.kind === "dns_tcp_fallback") return fallbacks({ upstream_class });
    if (event.kind === "dns_retry") return retries({ upstream_class });
    const { transport, outcome, elapsedMs } = event;
    queries({ upstream_class, transport, outcome });
    times({ upstream_class, transport }, elapsedMs);
  };
}
