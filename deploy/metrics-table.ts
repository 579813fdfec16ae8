/** A row of deploy/metrics.md: the whole name, and its type. */
export type MetricRow = { readonly name: string; readonly type: string };

/** Reads the table of metrics. */
export function readMetrics(text: string): readonly MetricRow[] {
  const rows = text.matchAll(/^\| `(\w+)` *\| *(counter|gauge|histogram) *\|/gm);
  return [...rows].map(([, name = "", type = ""]) => ({ name, type }));
}

/** The metric that a series belongs to: a histogram has three. */
export function metricOf(series: string, rows: readonly MetricRow[]): string {
  const stem = series.replace(/_(bucket|count|sum)$/, "");
  return rows.some(({ name, type }) => name === stem && type === "histogram") ? stem : series;
}
