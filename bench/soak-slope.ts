/** One value of a series, `hours` after the start. */
export type Point = { readonly hours: number; readonly value: number };

/** A slope per hour with the ends of its 95 % confidence interval. */
export type Slope = { readonly perHour: number; readonly low: number; readonly high: number };

/** Quantile of the normal distribution that leaves 2.5 % above it. */
const Z = 1.959964;
/** Correlation of neighbouring residuals above which the interval is not widened further. */
const CORRELATION_MAX = 0.9;

/**
 * Fits a line to a series by least squares. The interval is widened if neighbouring values resemble each other, as
 * values of memory do, because such values say less than independent ones: as if there were n(1 - r)/(1 + r) values,
 * with r the correlation of neighbouring residuals.
 * @returns null if there are fewer than four points, or if all have the same time
 */
export function slopeOf(points: readonly Point[]): Slope | null {
  const n = points.length;
  const middle = mean(points.map(({ hours }) => hours));
  const level = mean(points.map(({ value }) => value));
  const spread = sum(points.map(({ hours }) => (hours - middle) ** 2));
  if (n < 4 || spread === 0) return null;
  const perHour = sum(points.map(({ hours, value }) => (hours - middle) * (value - level))) / spread;
  const residuals = points.map(({ hours, value }) => value - level - perHour * (hours - middle));
  const squares = sum(residuals.map((one) => one ** 2));
  if (squares === 0) return { perHour, low: perHour, high: perHour };
  const neighbours = sum(residuals.slice(1).map((one, i) => one * (residuals[i] ?? 0)));
  const r = Math.min(CORRELATION_MAX, Math.max(0, neighbours / squares));
  const wider = (1 + r) / (1 - r);
  const error = Math.sqrt((wider * squares) / (n - 2) / spread);
  const reach = studentQuantile(Math.max(2, n / wider - 2)) * error;
  return { perHour, low: perHour - reach, high: perHour + reach };
}

/** Growth, as a multiple of its bound, which no doubt about the slope excuses. */
const GROWTH_MOST = 3;

/**
 * Returns true if a series does not grow: its interval reaches 0, or its growth in `hours` is at most `bound`; and it
 * did not grow by more than three times the bound.
 * @param grown difference of the last and the first values
 */
export function isFlat({ perHour, low }: Slope, hours: number, bound: number, grown: number): boolean {
  return (low <= 0 || perHour * hours <= bound) && grown <= GROWTH_MOST * bound;
}

/** Returns at most `most` points of a series, evenly chosen, with its first and its last one. */
export function thinned<T>(series: readonly T[], most: number): readonly T[] {
  if (series.length <= most) return series;
  return Array.from({ length: most }, (_, i) => Math.round((i * (series.length - 1)) / (most - 1))).flatMap(
    (at) => series.slice(at, at + 1),
  );
}

/** Returns the quantile of Student's t distribution that leaves 2.5 % above it (Cornish-Fisher expansion). */
function studentQuantile(freedom: number): number {
  const first = (Z ** 3 + Z) / 4;
  const second = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const third = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
