import type { Query } from "./spec.ts";

/**
 * Returns PromQL that selects a metric in the chosen namespaces.
 * @param more additional label matchers
 */
export function own(metric: string, more = ""): string {
  return `${metric}{namespace=~"$namespace"${more === "" ? "" : `,${more}`}}`;
}

/** Returns PromQL for the per-second rate of a counter, summed by labels. */
export function rate(metric: string, by: string, more = ""): string {
  return `sum by (${by}) (rate(${own(metric, more)}[$__rate_interval]))`;
}

/**
 * Returns PromQL for a quantile of a histogram, by labels.
 * @param histogram name of the histogram without `_bucket`
 */
export function quantile(q: number, histogram: string, by = "", more = ""): string {
  return `histogram_quantile(${q}, ${rate(`${histogram}_bucket`, by === "" ? "le" : `le, ${by}`, more)})`;
}

/** Returns queries for the quantiles 0.5, 0.95 and 0.99 of a histogram. */
export function quantiles(histogram: string, more = ""): Query[] {
  return [0.5, 0.95, 0.99].map((q) => ({
    expr: quantile(q, histogram, "", more),
    legend: `p${q * 100}`,
  }));
}

/**
 * Returns PromQL for the share of a counter's events that match `part`, by labels.
 * @param all label matchers of the events that count as 100 %
 */
export function share(metric: string, part: string, by = "", all = ""): string {
  const grouped = (more: string) =>
    `sum${by === "" ? "" : ` by (${by})`} (rate(${own(metric, more)}[$__rate_interval]))`;
  return `${grouped(part)} / (${grouped(all)} > 0)`;
}

export function query(expr: string, legend = ""): Query {
  return { expr, legend };
}
