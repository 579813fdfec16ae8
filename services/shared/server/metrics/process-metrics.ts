import { collectDefaultMetrics, Registry } from "prom-client";

/**
 * Of prom-client's own metrics those that say something true on Bun; the others are zeros or nonsense there. Of the CPU's
 * and the lag's the first one reads the others' values too, so that none of them is anything without it.
 */
const USEFUL =
  /^(process_(cpu_.*|resident_memory_bytes|open_fds|max_fds|start_time_seconds)|nodejs_eventloop_lag_(p50_|p99_)?seconds)$/;

/** What the runtime tells of the process. */
export function processMetrics(registry: Registry): void {
  const all = new Registry();
  collectDefaultMetrics({ register: all, prefix: "" });
  for (const metric of all.getMetricsAsArray()) {
    if (USEFUL.test(metric.name)) registry.registerMetric(metric as never);
  }
}
