/**
 * Plots of the report as SVG texts, without any dependency. They have their own background and follow the reader's
 * choice of light or dark colours.
 */
const WIDTH = 860;
const STYLE = `<style>
  .back { fill: #ffffff } text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px }
  .grid { stroke: #d1d9e0; stroke-width: 1 } .one { stroke: #1f2328; stroke-width: 1.5; stroke-dasharray: 4 3 }
  .s0 { --c: #0072b2 } .s1 { --c: #b84a00 } .s2 { --c: #00795a } .s3 { --c: #a2457e } .s4 { --c: #6e6400 }
  .line { fill: none; stroke: var(--c); stroke-width: 2 } .leader { stroke: var(--c); stroke-dasharray: 2 4 } .dot, .bar { fill: var(--c) } text.name { fill: var(--c) }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .one { stroke: #e6edf3 }
    .s0 { --c: #56b4e9 } .s1 { --c: #f0883e } .s2 { --c: #2ec27e } .s3 { --c: #e39bc5 } .s4 { --c: #d8c94a }
  }
</style>`;

/** A bar; a value that is not known has no bar, and its note says why. */
export type Bar = { readonly name: string; readonly value: number | null; readonly note: string };

/** A curve with a name; all values are above 0. */
export type Curve = { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] };

/**
 * Draws horizontal bars on a log axis. Bars begin at 1, which is a line: left of it is less, right of it more.
 * @param good the side on which this project does well.
 */
export function drawBars(title: string, bars: readonly Bar[], good: "less" | "more"): string {
  const [left, right, top, step] = [310, 230, 64, 24];
  const height = top + step * bars.length + 16;
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const axis = logAxis([1, ...values], left, WIDTH - right);
  const bottom = height - 12;
  const lines = axis.ticks.map(
    (tick) =>
      `<line class="${tick === 1 ? "one" : "grid"}" x1="${axis.at(tick)}" x2="${axis.at(tick)}" y1="${top - 10}" y2="${bottom}"/>` +
      text(axis.at(tick), top - 16, `${short(tick)} ×`, "middle"),
  );
  const rows = bars.map(({ name, value, note }, row) => {
    const y = top + row * step;
    const [from, to] = [axis.at(1), axis.at(value ?? 1)];
    const bar =
      value === null
        ? ""
        : `<rect class="bar ${value < 1 === (good === "less") ? "s0" : "s1"}" x="${Math.min(from, to)}" y="${y}" width="${round(Math.max(1, Math.abs(to - from)))}" height="15"/>`;
    const told = [value === null ? null : `${short(value)} ×`, note || null].filter((word) => word !== null);
    return `${text(left - 10, y + 12, cut(name, 42), "end")}${bar}${text(Math.max(from, to) + 6, y + 12, cut(told.join(", "), 40))}`;
  });
  return svg(title, height, [...lines, ...rows]);
}

/** Draws curves on two log axes, each with its name and its last value at the right. */
export function drawCurves(title: string, xName: string, yName: string, curves: readonly Curve[]): string {
  const [left, right, top, height, bottom] = [70, 210, 60, 400, 340];
  const points = curves.flatMap((curve) => curve.points);
  const x = logAxis(
    points.map(([value]) => value),
    left,
    WIDTH - right,
  );
  const y = logAxis(
    points.map(([, value]) => value),
    bottom,
    top,
  );
  const grid = [
    ...x.ticks.map(
      (tick) =>
        `<line class="grid" x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${top}" y2="${bottom}"/>` +
        text(x.at(tick), bottom + 18, short(tick), "middle"),
    ),
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${left}" x2="${WIDTH - right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>` +
        text(left - 8, y.at(tick) + 4, short(tick), "end"),
    ),
    text((left + WIDTH - right) / 2, bottom + 40, xName, "middle"),
    text(12, top - 14, yName),
  ];
  const ends = curves.map(({ points: own }, n) => ({ n, y: y.at(own.at(-1)?.[1] ?? 1) }));
  const names = apart(ends, 17).map(({ n, y: place }) => {
    const [endX, endY] = curves[n]?.points.at(-1) ?? [1, 1];
    const told = `${curves[n]?.name ?? ""}: ${short(endY)}`;
    const leader = `<line class="leader" x1="${x.at(endX) + 6}" y1="${y.at(endY)}" x2="${WIDTH - right + 8}" y2="${round(place)}"/>`;
    return `<g class="s${n % 5}"><text class="name" x="${WIDTH - right + 12}" y="${round(place + 4)}">${escapeText(told)}</text>${leader}</g>`;
  });
  const drawn = curves.map(({ points: own }, n) => {
    const places = own.map(([a, b]) => `${x.at(a)},${y.at(b)}`);
    const dots = own.map(([a, b]) => `<circle class="dot" cx="${x.at(a)}" cy="${y.at(b)}" r="3.5"/>`);
    return `<g class="s${n % 5}"><polyline class="line" points="${places.join(" ")}"/>${dots.join("")}</g>`;
  });
  return svg(title, height, [...grid, ...drawn, ...names]);
}

/** A log axis between the pixels `from` and `to`, with at most nine ticks at 1, 2, 5 of each decade, or at 1. */
export function logAxis(values: readonly number[], from: number, to: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const decade = Math.floor(Math.log10(least));
  const steps = Array.from({ length: Math.ceil(Math.log10(most)) - decade + 1 }, (_, i) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${decade + i}`)),
  ).flat();
  const low = steps.findLast((step) => step <= least) ?? least;
  const high = steps.find((step) => step >= most && step > low) ?? most;
  const ticks = steps.filter((step) => step >= low && step <= high);
  const decades = ticks.filter((tick) => Number.isInteger(Math.log10(tick)));
  return {
    at: (value: number) =>
      round(
        from + ((Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))) * (to - from),
      ),
    ticks: ticks.length > 9 ? decades : ticks,
  };
}

/** Moves places down until each is `step` below the one before. */
export function apart<T extends { readonly y: number }>(places: readonly T[], step: number): readonly T[] {
  let least = Number.NEGATIVE_INFINITY;
  return places
    .toSorted((a, b) => a.y - b.y)
    .map((place) => {
      const y = Math.max(place.y, least);
      least = y + step;
      return { ...place, y };
    });
}

/** Formats a number with three digits, and thousands with commas. */
export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

function svg(title: string, height: number, parts: readonly string[]): string {
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${escapeText(title)}</title>
${STYLE}
<rect class="back" width="${WIDTH}" height="${height}"/>
<text class="title" x="12" y="24">${escapeText(title)}</text>
${parts.join("\n")}
</svg>
`;
}

function text(x: number, y: number, words: string, anchor: "start" | "middle" | "end" = "start"): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeText(words)}</text>`;
}

function escapeText(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cut(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most - 1)}…`;
}

const round = (value: number) => Math.round(value * 10) / 10;
