import { type NetEvent, REGISTRY_OUTCOMES } from "@dnstools/core/net-event";
import { closedCounter, closedHistogram } from "./closed-metrics.ts";
import type { MetricMakers } from "./metric-makers.ts";
import { REGISTRY_NAMES, registryName } from "./registry-name.ts";

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type RegistryEvent = Extract<NetEvent, { kind: "registry_asked" }>;

/** Counts requests to registries. */
export function registryMetrics(make: MetricMakers): (event: RegistryEvent) => void {
  const of = (name: "rdap" | "whois", told: string) => {
    const asked = closedCounter(make, `${name}_requests_total`, `Requests to registries ${told}.`, {
      registry: REGISTRY_NAMES,
      outcome: REGISTRY_OUTCOMES,
    });
    const times = closedHistogram(
      make,
      `${name}_request_duration_seconds`,
      `Time of a request to a registry ${told}.`,
      { registry: REGISTRY_NAMES },
      SECONDS,
    );
    return { asked, times };
  };
  const ways = { rdap: of("rdap", "over RDAP"), whois: of("whois", "at port 43") };
  return ({ over, host, outcome, elapsedMs }) => {
    const registry = registryName(host);
    ways[over].asked({ registry, outcome });
    ways[over].times({ registry }, elapsedMs);
  };
}
