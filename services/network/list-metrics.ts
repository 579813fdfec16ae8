import { Counter, Gauge, type Registry } from "prom-client";
import type { ListsHealth } from "./tools/dnsbl/probe/health.ts";

/** Shows what blocklists answered and which of them stand by their test points. */
export function listMetrics(registry: Registry, health: Pick<ListsHealth, "all" | "counts">): void {
  const registers = [registry];
  new Counter({
    name: "dnstools_dnsbl_queries_total",
    help: "Addresses and names looked for in blocklists, by what came of it; test points are not counted.",
    labelNames: ["list", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const [labels, count] of health.counts()) this.inc(labels, count);
    },
  });
  new Gauge({
    name: "dnstools_dnsbl_list_healthy",
    help: "Whether a blocklist stands by its own test points: 1 or 0; none where it was not asked yet.",
    labelNames: ["list", "family"],
    registers,
    collect() {
      for (const { zone: list, family, health: one } of health.all())
        this.set({ list, family }, Number(one.state === "healthy"));
    },
  });
  new Gauge({
    name: "dnstools_dnsbl_list_last_check_timestamp_seconds",
    help: "When a blocklist's test points were asked for last.",
    labelNames: ["list", "family"],
    registers,
    collect() {
      for (const { zone: list, family, health: one } of health.all())
        this.set({ list, family }, Date.parse(one.checkedAt) / 1000);
    },
  });
}
