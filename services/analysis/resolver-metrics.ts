import { Gauge, type Registry } from "prom-client";
import type { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";

/** Metrics: the count of public resolvers in each state. */
export function resolverMetrics(registry: Registry, health: Pick<ResolversHealth, "counts">): void {
  new Gauge({
    name: "dnstools_propagation_resolvers",
    help: "Public resolvers that were checked in the last ten minutes, by what that came to.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [labels, count] of health.counts()) this.set(labels, count);
    },
  });
}
