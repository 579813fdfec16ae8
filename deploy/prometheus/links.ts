import type { DashboardUid } from "../grafana/uid.ts";

/**
 * Where alerts send people. As committed these are paths: in this project, and at the Grafana that people have open. `RUNBOOK_URL` and
 * `GRAFANA_URL`, when the rules are written, make them links of an operator's own.
 */
export type Links = { readonly runbook: string; readonly grafana: string };

export const LINKS: Links = { runbook: "deploy/runbook.md", grafana: "" };

/** An alert's entry in the runbook. */
export function runbookUrl({ runbook }: Links, alert: string): string {
  return `${runbook}#${alert.toLowerCase()}`;
}

/** An alert's dashboard, showing where it fired. */
export function dashboardUrl({ grafana }: Links, uid: DashboardUid): string {
  return `${grafana}/d/${uid}?var-namespace={{ $labels.namespace }}`;
}
