import type { DashboardUid } from "../grafana/uid.ts";

/** What PromQL is worked out beforehand, named level:metric:operation. */
export type Recording = { readonly record: string; readonly expr: string };

/** Whom it concerns: `page` wakes somebody up, `ticket` waits for the morning. */
type Severity = "page" | "ticket";

/** Exporters that are none of ours: without them an alert that needs one is silent. */
type Exporter =
  | "kube-state-metrics"
  | "cadvisor"
  | "kubelet"
  | "node-exporter"
  | "redis_exporter"
  | "postgres_exporter"
  | "unbound_exporter"
  | "blackbox_exporter";

/** Somebody must do something. Its name is the heading of its entry in `deploy/runbook.md`. */
export type Alert = {
  readonly alert: string;
  readonly severity: Severity;
  readonly expr: string;
  /** How long it must hold, such as `5m`. */
  readonly for: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** One line, with what it is about. */
  readonly summary: string;
  /** What it means for callers, with the number. */
  readonly description: string;
  /** Where to look first. */
  readonly dashboard: DashboardUid;
  /** Whose metrics it reads, where they are not ours. */
  readonly needs?: Exporter;
};

/** Rules that are worked out together, one after the other. */
export type Group = {
  readonly name: string;
  readonly rules: readonly (Recording | Alert)[];
};

/** Joins PromQL that is written in lines, without the indentation of the code around it. */
export function promql(text: string): string {
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n");
}
