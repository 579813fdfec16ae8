import { type Bound, type Figure, keeps } from "./figures.ts";
import { thinned } from "./soak-slope.ts";
import type { Tally } from "./soak-tally.ts";
import type { Trend } from "./soak-trend.ts";
import { MEASURES, type Measure, type Sample } from "./soak-watch.ts";

/** The result of a soak for one wiring. */
export type Soaked = {
  readonly tally: Tally;
  readonly trends: readonly Trend[];
  readonly series: readonly { readonly name: string; readonly samples: readonly Sample[] }[];
};

/** The measures whose course is kept for a plot, and the number of points of each. */
const PLOTTED = ["rssMb", "heapMb"] as const satisfies readonly Measure[];
const POINTS = 200;

/** Length of a soak that counts: one of both is enough. */
const WHOLE = { minutes: 45, requests: 300_000 };

/** Returns the length of a soak, of a whole one: 1 or more if it counts. */
export function lengthOf(sides: readonly Pick<Soaked, "tally">[], minutes: number): number {
  const total = sides.reduce((sum, { tally }) => sum + tally.total, 0);
  return Number(Math.max(minutes / WHOLE.minutes, total / WHOLE.requests).toFixed(2));
}

/**
 * Returns the figures of a soak.
 * @param left number of processes with calls after the end; null if the soak was ended early, with calls at work
 */
export function figuresOf(
  sides: readonly Soaked[],
  {
    minutes,
    left,
    commit,
  }: { readonly minutes: number; readonly left: number | null; readonly commit: string },
): readonly Figure[] {
  const total = sides.reduce((sum, { tally }) => sum + tally.total, 0);
  const wrong = sides.reduce((sum, { tally }) => sum + tally.wrong, 0);
  const late = sides.reduce((sum, { tally }) => sum + tally.late, 0);
  const growing = sides.flatMap(({ trends }) => trends).filter(({ flat }) => !flat).length;
  const goal = (what: string, measured: number, bound: Bound, unit: string): Figure => ({
    kind: "goal",
    what,
    measured,
    unit,
    bound,
    kept: keeps(measured, bound),
  });
  return [
    {
      kind: "run",
      date: new Date().toISOString().slice(0, 10),
      commit,
      what: `${minutes.toFixed(0)} minutes, ${total} requests to both wirings, with loss and faults`,
    },
    goal("length, of 45 minutes or 300,000 requests", lengthOf(sides, minutes), ">= 1", "×"),
    goal("hangs, undocumented or broken answers", wrong, "= 0", "answers"),
    goal("answers later than documented", (100 * late) / Math.max(1, total), "<= 0.1", "%"),
    ...(left === null ? [] : [goal("processes with calls after the end", left, "= 0", "processes")]),
    goal("series that grow", growing, "= 0", "series"),
    ...sides.flatMap(({ trends }) => trends.map(slopeFigure)),
    ...sides.flatMap(({ series }) =>
      series.flatMap(({ name, samples }) => PLOTTED.map((measure) => plot(name, samples, measure))),
    ),
  ];
}

function slopeFigure({ process, measure, first, last, half, flat }: Trend): Figure {
  const { text, unit } = MEASURES[measure];
  return {
    kind: "slope",
    what: `${process}: ${text}`,
    unit,
    start: rounded(first),
    end: rounded(last),
    perHour: rounded(half.perHour),
    low: rounded(half.low),
    high: rounded(half.high),
    flat,
  };
}

function plot(name: string, samples: readonly Sample[], measure: Measure): Figure {
  const all = samples.flatMap(({ at, values }) => {
    const value = values[measure];
    return value === undefined ? [] : [[rounded(at / 60_000), rounded(value)] as const];
  });
  const { text, unit } = MEASURES[measure];
  return { kind: "series", what: `${name}: ${text}`, unit, points: thinned(all, POINTS) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
