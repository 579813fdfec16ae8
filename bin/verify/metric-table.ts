import type { Metrics } from "@dnstools/server/metrics/metrics";

/** The document that describes the metrics. */
export const TABLE = "deploy/metrics.md";

/** A metric without its samples. */
type MetricShape = { readonly name: string; readonly type: string; readonly labels: readonly string[] };

/** Returns the shapes of all metrics of a registry. */
export function shapesOf(registry: Metrics["registry"]): readonly MetricShape[] {
  // The types of prom-client lack these fields, but all metrics here have them.
  const all = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly type: string;
    readonly labelNames: readonly string[];
  }[];
  return all.map(({ name, type, labelNames }) => ({ name, type, labels: labelNames }));
}

/** A row of the table: a metric with its labels, and the values listed for some of the labels. */
type Told = MetricShape & { readonly values: ReadonlyMap<string, readonly string[]> };

/**
 * Compares the table with the code's metrics in both directions: names, types, labels, and the values of labels.
 * @param shapes all metrics of the code.
 * @param rendered the Prometheus text of all metrics.
 * @returns the problems.
 */
export function compareMetrics(
  table: string,
  shapes: readonly MetricShape[],
  rendered: string,
): readonly string[] {
  const told = readTable(table);
  const problems: string[] = [];
  for (const { name, type, labels } of shapes) {
    const row = told.get(name);
    if (row === undefined) problems.push(`lacks the row of ${name} (${type}; ${labels.join(", ")})`);
    else if (row.type !== type) problems.push(`${name} is a ${type}, not a ${row.type}`);
    else if (row.labels.toSorted().join() !== labels.toSorted().join())
      problems.push(`${name} has the labels "${labels.join(", ")}", not "${row.labels.join(", ")}"`);
  }
  for (const { name, values } of told.values()) {
    if (!shapes.some((shape) => shape.name === name)) problems.push(`${name} is no metric of ours`);
    for (const [label, listed] of values) {
      const seen = valuesIn(rendered, name, label);
      // The values of a metric without samples are not known here.
      if (seen.length > 0 && seen.toSorted().join() !== listed.toSorted().join())
        problems.push(`${name}: ${label} is one of ${seen.join(", ")}, not of ${listed.join(", ")}`);
    }
  }
  return problems.map((problem) => `${TABLE}: ${problem}`);
}

/** Parses the rows: name, type and labels, each label with its values in parentheses if the row lists them. */
function readTable(table: string): ReadonlyMap<string, Told> {
  const rows = table.matchAll(/^\| `(\w+)` *\| (counter|gauge|histogram) *\| ([^|]*)\|/gm);
  return new Map(
    [...rows].map(([, name = "", type = "", cell = ""]) => {
      const labels = [...cell.matchAll(/(\w+)(?: \(([^)]*)\))?/g)];
      const values = labels.flatMap(([, label = "", list]) =>
        list === undefined ? [] : [[label, list.split(", ")] as const],
      );
      return [name, { name, type, labels: labels.map(([, label = ""]) => label), values: new Map(values) }];
    }),
  );
}

/** Returns the values of a label in the Prometheus text. */
function valuesIn(rendered: string, name: string, label: string): readonly string[] {
  const lines = rendered.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, "gm"));
  const values = [...lines].flatMap(([, labels = ""]) => {
    const value = new RegExp(`(?:^|,)${label}="([^"]*)"`).exec(labels)?.[1];
    return value === undefined ? [] : [value];
  });
  return [...new Set(values)];
}
