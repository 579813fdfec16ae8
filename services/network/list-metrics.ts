import { Counter, Gauge, type Registry } from "prom-client";
import type { ListsHealth } from "./tools/dnsbl/probe/health.ts";

/** Registers metrics about the blocklists' answers, and about which blocklists pass the checks of their test points. */
export function listMetrics(registry: Registry, health: Pick<ListsHealth, "all" | "counts">): void {
  const registers = [registry];
  new Counter({
    name: "dnstools_dnsbl_queries_total",
    help: "Lookups of addresses and names in blocklists, by outcome; test points are not counted.",
    labelNames: ["list", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const [labels, count] of health.counts()) this.inc(labels, count);
    },
  });
  new Gauge({
    name: "dnstools_dnsbl_list_healthy",
    help: "1 if a blocklist passes its own test points, otherwise 0; no value if it has not been tested yet.",
    labelNames: ["list", "family"],
    registers,
    collect() {
      for (const { zone: list, family, health: one } of health.all())
        this.set({ list, family }, Number(one.state === "healthy"));
    },
  });
  new Gauge({
    name: "dnstools_dnsbl_list_last_check_timestamp_seconds",
    help: "Time of the last query for a blocklist's test points.",
    labelNames: ["list", "family"],
    registers,
    collect() {
      for (const { zone: list, family, health: one } of health.all())
        this.set({ list, family }, Date.parse(one.checkedAt) / 1000);
    },
  });
}
