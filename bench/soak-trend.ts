import { isFlat, type Point, type Slope, slopeOf } from "./soak-slope.ts";
import { MEASURES, type Measure, type Sample, SHARE_MOST } from "./soak-watch.ts";

/** How one measure of one process developed. */
export type Trend = {
  readonly process: string;
  readonly measure: Measure;
  /** Means of the first tenth after the warm-up, and of the last tenth. */
  readonly first: number;
  readonly last: number;
  readonly whole: Slope;
  readonly half: Slope;
  /** Growth in the second half up to which the series counts as flat. */
  readonly bound: number;
  readonly flat: boolean;
};

/** Share of a run that is left out at its start, because caches and pools fill. */
const WARM = 0.2;

/**
 * Returns the trends of a process. A measure is flat if the 95 % interval of its slope in the second half of the run
 * reaches 0, or if it grows there by less than its bound, and never if it grows there by three times its bound. Measures with too few samples are left out.
 * @param samples with times in milliseconds; @param until end of the run
 */
export function trendsOf(process: string, samples: readonly Sample[], until: number): readonly Trend[] {
  const hours = until / 3_600_000;
  return (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const all = samples.flatMap(({ at, values }): Point[] => {
      const value = values[measure];
      return value === undefined ? [] : [{ hours: at / 3_600_000, value }];
    });
    const warm = all.filter((point) => point.hours >= WARM * hours);
    const whole = slopeOf(warm);
    const second = all.filter((point) => point.hours >= hours / 2);
    const half = slopeOf(second);
    if (whole === null || half === null) return [];
    const few = Math.ceil(second.length / 10);
    const grown = meanOf(second.slice(-few)) - meanOf(second.slice(0, few));
    const tenth = Math.ceil(warm.length / 10);
    const last = meanOf(warm.slice(-tenth));
    const bound = Math.max(MEASURES[measure].most, SHARE_MOST * meanOf(warm));
    const first = meanOf(warm.slice(0, tenth));
    return [
      { process, measure, first, last, whole, half, bound, flat: isFlat(half, hours / 2, bound, grown) },
    ];
  });
}

/** Formats trends as a table, with a slope per hour as `+1.2 (-0.3 to 2.7)`. */
export function tableOf(trends: readonly Trend[]): string {
  const head = ["process", "measure", "first", "last", "an hour", "an hour, second half", "bound", ""];
  const rows = trends.map(({ process, measure, first, last, whole, half, bound, flat }) => [
    process,
    `${MEASURES[measure].text}${MEASURES[measure].unit === "" ? "" : `, ${MEASURES[measure].unit}`}`,
    short(first),
    short(last),
    slopeText(whole),
    slopeText(half),
    short(bound),
    flat ? "flat" : "GROWING",
  ]);
  const widths = head.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((text, i) => (i < 2 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join("  ");
  return [head, ...rows].map(line).join("\n");
}

function slopeText({ perHour, low, high }: Slope): string {
  return `${perHour < 0 ? "" : "+"}${short(perHour)} (${short(low)} to ${short(high)})`;
}

function short(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

function meanOf(points: readonly Point[]): number {
  return points.reduce((sum, { value }) => sum + value, 0) / points.length;
}
