import type { DashboardUid } from "../grafana/uid.ts";

/**
 * A recording rule: Prometheus stores the result of its PromQL expression under a name of the form
 * level:metric:operation.
 */
export type Recording = { readonly record: string; readonly expr: string };

/** Urgency of an alert: `page` calls the person on duty, `ticket` waits for working hours. */
type Severity = "page" | "ticket";

/** A third-party exporter. An alert that uses its metrics never fires if the exporter is missing. */
type Exporter =
  | "kube-state-metrics"
  | "cadvisor"
  | "kubelet"
  | "node-exporter"
  | "redis_exporter"
  | "postgres_exporter"
  | "unbound_exporter"
  | "blackbox_exporter";

/** An alerting rule. Its entry in `deploy/runbook.md` has the name of the alert as heading. */
export type Alert = {
  readonly alert: string;
  readonly severity: Severity;
  readonly expr: string;
  /** Time for which the expression must be true before the alert fires, such as `5m`. */
  readonly for: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** One line that names the affected part. */
  readonly summary: string;
  /** The measured value and how it affects callers. */
  readonly description: string;
  /** The dashboard to open first. */
  readonly dashboard: DashboardUid;
  /** The exporter that provides the metrics, if they are not metrics of dnstools. */
  readonly needs?: Exporter;
};

/** A group of rules that Prometheus evaluates together, in the given order. */
export type Group = {
  readonly name: string;
  readonly rules: readonly (Recording | Alert)[];
};

/** Removes the indentation of the surrounding TypeScript code from multi-line PromQL. */
export function promql(text: string): string {
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n");
}
