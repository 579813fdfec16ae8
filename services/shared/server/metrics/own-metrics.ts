import type { MetricMakers, Samples } from "./metric-makers.ts";

/** Metrics that services keep themselves. Labels must be of a small, closed set. */
const OWN = {
  dnsbl_queries_total: {
    type: "counter",
    help: "Addresses and names looked for in blocklists, by what came of it; test points are not counted.",
    labels: ["list", "outcome"],
  },
  dnsbl_list_healthy: {
    type: "gauge",
    help: "Whether a blocklist stands by its own test points: 1 or 0; none where it was not asked yet.",
    labels: ["list", "family"],
  },
  dnsbl_list_last_check_timestamp_seconds: {
    type: "gauge",
    help: "When a blocklist's test points were asked for last.",
    labels: ["list", "family"],
  },
  propagation_resolvers: {
    type: "gauge",
    help: "Public resolvers that were checked in the last ten minutes, by what that came to.",
    labels: ["state"],
  },
} as const;
export type OwnMetric = keyof typeof OWN;

/** Registers them all; each shows the samples that its service gives. */
export function ownMetrics(make: MetricMakers): Map<OwnMetric, Samples> {
  const given = new Map<OwnMetric, Samples>();
  for (const [key, { type, help, labels }] of Object.entries(OWN)) {
    const name = key as OwnMetric;
    const now = () => given.get(name)?.() ?? [];
    if (type === "gauge") make.gaugeOf(name, help, labels, now);
    else make.counterOf(name, help, labels, now);
  }
  return given;
}
