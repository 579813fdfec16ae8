import type { Counter, Histogram, Registry } from "prom-client";

/**
 * This file has counters and histograms for hot paths: every request and every DNS query. They have the same interface
 * as prom-client's, but look up labels in maps where prom-client hashes them: 70 ns instead of 265 for a counter with
 * three labels, 65 ns instead of 530 for a histogram with two (Bun 1.4.5, 2026-11-23). All other metrics use
 * prom-client.
 */

/** Options of a metric, as in prom-client. */
type Options<L extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
  readonly registers: readonly Registry[];
};
type Labels<L extends string> = Readonly<Record<L, string>>;
type Sample = {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
};
type Node<V> = { readonly below: Map<string, Node<V>>; value: V | null };

/** Stores one value for each combination of label values. */
class Tally<L extends string, V> {
  private readonly root: Node<V> = { below: new Map(), value: null };
  private readonly all: { readonly labels: Labels<L>; readonly value: V }[] = [];
  private readonly labelNames: readonly L[];
  private readonly begin: () => V;

  constructor(
    { name, help, labelNames, registers }: Options<L>,
    type: "counter" | "histogram",
    begin: () => V,
    samples: (labels: Labels<L>, value: V) => readonly Sample[],
  ) {
    this.labelNames = labelNames;
    this.begin = begin;
    const get = async () => ({
      name,
      help,
      type,
      aggregator: "sum",
      values: this.all.flatMap(({ labels, value }) => samples(labels, value)),
    });
    // A registry accepts any object with these members as a metric, although its type requires a class of prom-client.
    for (const registry of registers)
      registry.registerMetric({ name, type, labelNames, get, reset() {} } as never);
  }

  /** Returns the value for a combination of labels. Creates the value at its first use. */
  at(labels: Labels<L>): V {
    let node = this.root;
    for (const name of this.labelNames) {
      let next = node.below.get(labels[name]);
      if (next === undefined) {
        next = { below: new Map(), value: null };
        node.below.set(labels[name], next);
      }
      node = next;
    }
    if (node.value === null) {
      node.value = this.begin();
      this.all.push({ labels: { ...labels }, value: node.value });
    }
    return node.value;
  }
}

/** A counter for a hot path. Label values must come from a small, closed set. */
export class HotCounter<L extends string> {
  private readonly tally: Tally<L, { count: number }>;

  constructor(options: Options<L>) {
    const samples = (labels: Labels<L>, { count }: { count: number }) => [{ labels, value: count }];
    this.tally = new Tally(options, "counter", () => ({ count: 0 }), samples);
  }

  inc(labels: Labels<L>, value = 1): void {
    this.tally.at(labels).count += value;
  }
}

/**
 * The values of a histogram. `counts[i]` is the number of values in bucket i but in no lower bucket; the last count is
 * the number of values above all buckets.
 */
type Buckets = { readonly counts: number[]; sum: number };

/** A histogram for a hot path. Label values must come from a small, closed set. */
export class HotHistogram<L extends string> {
  private readonly tally: Tally<L, Buckets>;
  private readonly bounds: readonly number[];

  /** @param options `buckets` are the upper bounds of the buckets in ascending order. */
  constructor(options: Options<L> & { readonly buckets: readonly number[] }) {
    const { name, buckets } = options;
    this.bounds = buckets;
    this.tally = new Tally(
      options,
      "histogram",
      () => ({ counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 }),
      (labels, value) => samplesOf(name, labels, buckets, value),
    );
  }

  zero(labels: Labels<L>): void {
    this.tally.at(labels);
  }

  observe(labels: Labels<L>, value: number): void {
    const own = this.tally.at(labels);
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? 0)) bucket += 1;
    own.counts[bucket] = (own.counts[bucket] ?? 0) + 1;
    own.sum += value;
  }
}

/** Returns a histogram's samples in Prometheus form: cumulative buckets, the sum and the count. */
function samplesOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  bounds: readonly number[],
  { counts, sum }: Buckets,
): readonly Sample[] {
  let below = 0;
  const buckets = [...bounds, "+Inf"].map((le, i) => {
    below += counts[i] ?? 0;
    return { labels: { le, ...labels }, value: below, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: below, metricName: `${name}_count` },
  ];
}

/**
 * Creates all series of a metric with the value 0, so that the first count of each series shows as an increase.
 * @param values all values of each label.
 */
export function startAtZero<L extends string>(
  metric: Counter<L> | Histogram<L> | HotCounter<L> | HotHistogram<L>,
  values: Readonly<Record<NoInfer<L>, readonly string[]>>,
): void {
  const names = Object.keys(values) as L[];
  let all: Partial<Record<L, string>>[] = [{}];
  for (const name of names)
    all = all.flatMap((one) => values[name].map((value) => ({ ...one, [name]: value })));
  for (const labels of all as Labels<L>[])
    if ("zero" in metric) metric.zero(labels);
    else metric.inc(labels, 0);
}
