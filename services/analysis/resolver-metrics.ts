import { Gauge, type Registry } from "prom-client";
import type { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";

/** Registers the metric that counts public resolvers by the result of their check. */
export function resolverMetrics(registry: Registry, health: Pick<ResolversHealth, "counts">): void {
  new Gauge({
    name: "dnstools_propagation_resolvers",
    help: "Public resolvers that were checked in the last ten minutes, by the result of the check.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [labels, count] of health.counts()) this.set(labels, count);
    },
  });
}
