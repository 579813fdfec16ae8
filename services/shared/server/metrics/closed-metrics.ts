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
  const cells = new Cells(labels, () => ({ count: 0 }));
  make.counterOf(name, help, cells.names, () => cells.all.map((cell) => [cell.labels, cell.value.count]));
  return (of, by = 1) => {
    const cell = cells.find(of);
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
  const cells = new Cells(labels, () => createTally(bounds));
  make.histogramOf(name, help, cells.names, bounds, () =>
    cells.all.map((cell) => [cell.labels, cell.value] as const),
  );
  return (of, elapsedMs) => cells.find(of)?.value.observe(elapsedMs / 1000);
}

type Cell<V> = { readonly labels: Readonly<Record<string, string>>; readonly value: V };
type Branch<V> = ReadonlyMap<string, Branch<V>> | Cell<V>;

/** A value for each combination of labels, found by walking down them one after the other: no text is made for it. */
class Cells<V> {
  readonly names: readonly string[];
  readonly all: Cell<V>[] = [];
  private readonly root: Branch<V>;

  constructor(labels: ClosedLabels, begin: () => V) {
    this.names = Object.keys(labels);
    const grow = (at: number, chosen: Readonly<Record<string, string>>): Branch<V> => {
      const name = this.names[at];
      if (name !== undefined)
        return new Map(labels[name]?.map((value) => [value, grow(at + 1, { ...chosen, [name]: value })]));
      const cell = { labels: chosen, value: begin() };
      this.all.push(cell);
      return cell;
    };
    this.root = grow(0, {});
  }

  find(labels: Readonly<Record<string, string>>): Cell<V> | undefined {
    let found: Branch<V> | undefined = this.root;
    for (const name of this.names) found = found instanceof Map ? found.get(labels[name] ?? "") : undefined;
    return found instanceof Map ? undefined : (found as Cell<V> | undefined);
  }
}
