import type { Query } from "./spec.ts";

/** Of the namespaces that people chose. @param more further matchers. */
export function own(metric: string, more = ""): string {
  return `${metric}{namespace=~"$namespace"${more === "" ? "" : `,${more}`}}`;
}

/** How much a counter grows in a second, summed up by labels. */
export function rate(metric: string, by: string, more = ""): string {
  return `sum by (${by}) (rate(${own(metric, more)}[$__rate_interval]))`;
}

/** A quantile of a histogram, by labels. @param histogram its name without `_bucket`. */
export function quantile(q: number, histogram: string, by = "", more = ""): string {
  return `histogram_quantile(${q}, ${rate(`${histogram}_bucket`, by === "" ? "le" : `le, ${by}`, more)})`;
}

/** Half of all, and the slow ones. */
export function quantiles(histogram: string, more = ""): Query[] {
  return [0.5, 0.95, 0.99].map((q) => ({
    expr: quantile(q, histogram, "", more),
    legend: `p${q * 100}`,
  }));
}

/** A part of all, by labels. */
export function share(metric: string, part: string, by = "", all = ""): string {
  const grouped = (more: string) =>
    `sum${by === "" ? "" : ` by (${by})`} (rate(${own(metric, more)}[$__rate_interval]))`;
  return `${grouped(part)} / (${grouped(all)} > 0)`;
}

export function query(expr: string, legend = ""): Query {
  return { expr, legend };
}
