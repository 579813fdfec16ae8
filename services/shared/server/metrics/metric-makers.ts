import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Samples of a metric: its labels, and the value. Labels must be of a small, closed set. */
export type Samples = () => Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

/** What a histogram of one set of labels has counted: `counts[i]` fell into bucket i and into none below it; the last is beyond all. */
export type Tallied = { readonly counts: readonly number[]; readonly sum: number };

/** Counts values into buckets by hand. @param bounds upper ends of the buckets, ascending. */
export function createTally(
  bounds: readonly number[],
): Tallied & { readonly observe: (value: number) => void } {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;
  return {
    counts,
    get sum() {
      return sum;
    },
    observe(value) {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
  };
}

/** What a metric is, whatever it has counted. */
export type MetricShape = {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
};

/** All metrics of a registry. */
export function shapesOf(registry: Registry): readonly MetricShape[] {
  // prom-client's types do not have what its metrics and ours all have.
  const all = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly type: string;
    readonly labelNames: readonly string[];
  }[];
  return all.map(({ name, type, labelNames }) => ({ name, type, labels: labelNames }));
}

/** Makers of metrics in a process's registry; names get the prefix `dnstools_`. */
export type MetricMakers = ReturnType<typeof metricMakers>;

/**
 * `counter`, `gauge` and `histogram` are prom-client's own, which hash their labels on every step; `counterOf` and `gaugeOf` read
 * what somebody tallied when they are scraped.
 */
export function metricMakers(registers: Registry[]) {
  const named = <L extends string>(name: string, help: string, labelNames: readonly L[]) => ({
    name: `dnstools_${name}`,
    help,
    labelNames: [...labelNames],
    registers,
  });
  return {
    counter: <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new Counter(named(name, help, labelNames)),
    gauge: <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
      new Gauge(named(name, help, labelNames)),
    histogram: <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
      new Histogram({ ...named(name, help, labelNames), buckets }),
    counterOf(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
      new Counter({
        ...named(name, help, labelNames),
        collect() {
          this.reset();
          for (const [labels, value] of samples()) this.inc(labels, value);
        },
      });
    },
    histogramOf(
      name: string,
      help: string,
      labelNames: readonly string[],
      bounds: readonly number[],
      tallies: () => Iterable<readonly [labels: Readonly<Record<string, string>>, tallied: Tallied]>,
    ): void {
      const full = `dnstools_${name}`;
      const get = async () => ({
        name: full,
        help,
        type: "histogram",
        aggregator: "sum" as const,
        values: [...tallies()].flatMap(([labels, tallied]) => samplesOf(full, labels, bounds, tallied)),
      });
      // A metric is, for a registry, whatever has these.
      for (const registry of registers)
        registry.registerMetric({ name: full, type: "histogram", labelNames, get, reset() {} } as never);
    },
    gaugeOf(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
      new Gauge({
        ...named(name, help, labelNames),
        collect() {
          this.reset();
          for (const [labels, value] of samples()) this.set(labels, value);
        },
      });
    },
  };
}

/** A histogram's lines as Prometheus has them: each bucket with all below it, the sum and the count. */
function samplesOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  bounds: readonly number[],
  { counts, sum }: Tallied,
) {
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
