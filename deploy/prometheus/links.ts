import type { DashboardUid } from "../grafana/uid.ts";

/**
 * Base URLs of the links in alerts. The committed rules have relative paths to the runbook in this repository and to
 * the Grafana in use. The variables `RUNBOOK_URL` and `GRAFANA_URL` of deploy/prometheus/write.ts replace these paths
 * with an operator's URLs.
 */
export type Links = { readonly runbook: string; readonly grafana: string };

export const LINKS: Links = { runbook: "deploy/runbook.md", grafana: "" };

/** Returns the URL of an alert's entry in the runbook. */
export function runbookUrl({ runbook }: Links, alert: string): string {
  return `${runbook}#${alert.toLowerCase()}`;
}

/** Returns the URL of the dashboard of an alert, for the namespace in which the alert fires. */
export function dashboardUrl({ grafana }: Links, uid: DashboardUid): string {
  return `${grafana}/d/${uid}?var-namespace={{ $labels.namespace }}`;
}
