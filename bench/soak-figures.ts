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
const PLOTTED = ["rssMb", "heapMb", "timers", "sockets"] as const satisfies readonly Measure[];
const POINTS = 200;

/** Returns the figures of a soak. @param left number of processes with calls after the end */
export function figuresOf(
  sides: readonly Soaked[],
  { minutes, left, commit }: { readonly minutes: number; readonly left: number; readonly commit: string },
): readonly Figure[] {
  const total = sides.reduce((sum, { tally }) => sum + tally.total, 0);
  const wrong = sides.reduce((sum, { tally }) => sum + tally.wrong, 0);
  const growing = sides.flatMap(({ trends }) => trends).filter(({ flat }) => !flat).length;
  const goal = (what: string, measured: number, bound: Bound, unit = ""): Figure => ({
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
    goal("length", Math.round(minutes), ">= 45", "minutes"),
    goal("hangs, undocumented or broken answers", wrong, "= 0"),
    goal("processes with calls after the end", left, "= 0"),
    goal("series that grow", growing, "= 0"),
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
