/** A row in a table of deploy/metrics.md: the metric's full name and its type. */
export type MetricRow = { readonly name: string; readonly type: string };

/** Parses the tables of deploy/metrics.md. */
export function readMetrics(text: string): readonly MetricRow[] {
  const rows = text.matchAll(/^\| `(\w+)` *\| *(counter|gauge|histogram) *\|/gm);
  return [...rows].map(([, name = "", type = ""]) => ({ name, type }));
}

/**
 * Returns the name of the metric that a series belongs to. A histogram has three series: `_bucket`, `_count` and
 * `_sum`.
 */
export function metricOf(series: string, rows: readonly MetricRow[]): string {
  const stem = series.replace(/_(bucket|count|sum)$/, "");
  return rows.some(({ name, type }) => name === stem && type === "histogram") ? stem : series;
}
