import { createTally, type MetricMakers } from "./metric-makers.ts";

/** The values that each label of a metric can have. */
export type ClosedLabels = Readonly<Record<string, readonly string[]>>;
/** One value of each label. */
export type LabelsOf<L extends ClosedLabels> = { readonly [Name in keyof L]: L[Name][number] };

/** Counts one, or `by`. */
export type Count<L extends ClosedLabels> = (labels: LabelsOf<L>, by?: number) => void;

/** A counter whose label values are known: all combinations are there from the start, and it is tallied by hand. */
export function closedCounter<const L extends ClosedLabels>(
  make: MetricMakers,
  name: string,
  help: string,
  labels: L,
): Count<L> {
  const names = Object.keys(labels);
  const cells = cellsOf(labels, () => ({ count: 0 }));
  make.counterOf(name, help, names, () => [...cells.values()].map((cell) => [cell.labels, cell.value.count]));
  return (of, by = 1) => {
    const cell = cells.get(keyOf(names, of));
    if (cell !== undefined) cell.value.count += by;
  };
}

/** The same for times in seconds. @param bounds upper ends of the buckets. */
export function closedHistogram<const L extends ClosedLabels>(
  make: MetricMakers,
  name: string,
  help: string,
  labels: L,
  bounds: readonly number[],
): (labels: LabelsOf<L>, elapsedMs: number) => void {
  const names = Object.keys(labels);
  const cells = cellsOf(labels, () => createTally(bounds));
  make.histogramOf(name, help, names, bounds, () =>
    [...cells.values()].map((cell) => [cell.labels, cell.value] as const),
  );
  return (of, elapsedMs) => cells.get(keyOf(names, of))?.value.observe(elapsedMs / 1000);
}

type Cell<V> = { readonly labels: Readonly<Record<string, string>>; readonly value: V };

function cellsOf<V>(labels: ClosedLabels, begin: () => V): ReadonlyMap<string, Cell<V>> {
  let all: readonly Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  const names = Object.keys(labels);
  return new Map(all.map((one) => [keyOf(names, one), { labels: one, value: begin() }]));
}

/** No value has a space. */
function keyOf(names: readonly string[], labels: Readonly<Record<string, string>>): string {
  let key = "";
  for (const name of names) key += ` ${labels[name]}`;
  return key;
}
