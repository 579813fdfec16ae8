import type { Against, Cost, Figure, Growth, Memory, Peer, Run, Series, Slope } from "./figures.ts";
import {
  digits,
  type GoalRow,
  ISSUE,
  otherRows,
  peersOf,
  type Results,
  rowOf,
  STANDING,
  UNREPORTED,
} from "./report-goals.ts";
import { type Bar, type Curve, drawBars, drawCurves, short } from "./report-plots.ts";

/** What the report says about its own run. */
export type About = {
  /** Facts such as machine, date and versions, in the order of the table. */
  readonly facts: readonly (readonly [what: string, value: string])[];
  /** Text about what falls short, and where the rest goes; empty if nobody has written one. */
  readonly notes: string;
  /** The other commit, or null. */
  readonly against: string | null;
};

/** The page in Markdown, and its plots by file name. */
export type Page = { readonly text: string; readonly plots: Readonly<Record<string, string>> };

/** Writes the report from the figures of all parts. */
export function writePage(results: Results, { facts, notes, against }: About): Page {
  const all = [...results.figures.values()].flat();
  const of = <K extends Figure["kind"]>(kind: K) =>
    all.filter((one): one is Extract<Figure, { kind: K }> => one.kind === kind);
  const growth = of("growth");
  const peers = peersOf(results);
  const memory = of("series").filter(({ unit }) => unit === "MB");
  const plots: Readonly<Record<string, string>> = {
    ...(of("against").length > 0 && {
      "against.svg": drawBars(`CPU of this commit, of ${against}'s`, of("against").map(barOfAgainst), "less"),
    }),
    "peers.svg": drawBars("What other tools take, of what this project takes", peers.map(barOfPeer), "more"),
    ...(growth.length > 0 && growthPlots(growth)),
    ...(memory.length > 0 && {
      "soak.svg": drawCurves("Memory during the soak", "minutes", "MB", memory.map(curveOf)),
    }),
  };
  const goals = [...ISSUE, ...STANDING];
  const rows = goals.map((one) => rowOf(one, results));
  const others = otherRows(goals, results);
  const missed = [...rows, ...others].filter(({ kept }) => kept === false);
  const unknown = [...rows, ...others].filter(({ kept }) => kept === null).length;
  const why = (part: string) => results.reasons.get(part);
  const picture = (file: string, what: string) => (file in plots ? `![${what}](report/${file})\n` : "");
  const text = `# Report

Written by \`bin/bench report\`; not edited by hand. ${rows.length + others.length - missed.length - unknown} goals reached, ${missed.length} missed, ${unknown} not measured, or not to the end. A value with "to" is the
range of several measurements. "Before" is ${against ?? "a commit that was not given (--against)"}.

${table(["", ""], facts)}
## Goals of speed and capacity

${goalTable(rows.slice(0, ISSUE.length))}
## Other goals

${goalTable(rows.slice(ISSUE.length))}
${others.length > 0 ? `## Further goals that the benches judge\n\n${goalTable(others)}` : ""}
## What falls short

${missed.map(({ part, what, measured, bound }) => `- ${part}: ${what}: ${measured}, goal ${bound}`).join("\n") || "Nothing that was measured."}

${notes}
${picture("against.svg", "CPU of each kind of request, of before")}
## Beside other tools

Time, CPU or rate in the same run, relative to this project: above 1 the other tool needs more.

${picture("peers.svg", "What other tools take, of what this project takes")}
${table(["what", "tool", "by", "of ours", "what each does or finds"], peers.map(cellsOfPeer))}
## Growth

A curve ends at the number of different targets that the lab has for the tool, such as 200 published domains with mail.

${picture("growth-time.svg", "Time by calls at once")}
${picture("growth-rate.svg", "Calls a second by calls at once")}
${picture("growth-memory.svg", "Memory by calls at once")}
${picture("names.svg", "Time of scout by names")}
${table(["what", "n", "", "ms", "a second", "MB at most", "lost"], growth.map(cellsOfGrowth), why("growth") ?? why("scout"))}
## What a unit of cost sends

One warm call that keeps nothing; bytes with all headers of the network.

${table(["call", "units", "questions", "bytes sent", "bytes received", "questions a unit", "bytes sent a unit"], of("cost").map(cellsOfCost), why("cost"))}
## Memory

MB at rest, and at most after many calls.

${table(["process", "RSS", "PSS", "private", "at most (VmHWM)", "after"], of("memory").map(cellsOfMemory), why("memory"))}
## Longer runs

${table(
  ["bench", "when", "commit", "what"],
  [...results.figures].flatMap(([part, own]) => runsOf(part, own)),
)}
${picture("soak.svg", "Memory during the soak")}
${table(["", "start", "end", "an hour, second half", "95 % confidence", ""], of("slope").map(cellsOfSlope), why("soak"))}`;
  return { text: `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`, plots };
}

/** A Markdown table, with the reason why rows are missing, if there is one; without rows only a line with the reason. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], why?: string): string {
  if (rows.length === 0) return `Not measured: ${why ?? UNREPORTED}.\n`;
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ").trim()),
  );
  // The formatter of the project aligns columns.
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const incomplete = why === undefined ? [] : ["", `Incomplete: ${why}.`];
  return `${[lines[0], rule, ...lines.slice(1), ...incomplete].join("\n")}\n`;
}

function goalTable(rows: readonly GoalRow[]): string {
  const told = ({ kept }: GoalRow) => (kept === null ? "–" : kept ? "yes" : "**no**");
  return table(
    ["bench", "what", "measured", "goal", "reached"],
    rows.map((row) => [row.part, row.what, row.measured, row.bound, told(row)]),
  );
}

const barOfPeer = ({ what, peer, by, times, found }: Peer): Bar => ({
  name: `${peer}: ${what}`,
  value: times,
  note: times === null ? found : by === "time" ? "" : by,
});

const barOfAgainst = ({ what, ratio, low, high }: Against): Bar => ({
  name: what,
  value: ratio,
  note: `${short(low)} to ${short(high)}`,
});

function cellsOfPeer({ what, peer, by, times, found }: Peer): readonly string[] {
  return [what, peer, by, times === null ? "not measured" : `${digits(times)} ×`, found];
}

function growthPlots(growth: readonly Growth[]): Readonly<Record<string, string>> {
  const calls = growth.filter((one) => one.of === "calls at once");
  const names = growth.filter((one) => one.of === "names");
  const curves = (some: readonly Growth[], value: (one: Growth) => number): Curve[] =>
    [...Map.groupBy(some, ({ what }) => what)].map(([name, own]) => ({
      name,
      // A log axis has no zero.
      points: own.map((one) => [one.n, value(one)] as const).filter(([, y]) => y > 0),
    }));
  const [x, ms] = ["calls at once", ({ ms }: Growth) => ms];
  return {
    ...(calls.length > 0 && {
      "growth-time.svg": drawCurves("Time until the last answer", x, "ms", curves(calls, ms)),
      "growth-rate.svg": drawCurves("Calls a second", x, "calls a second", curves(calls, perSecond)),
      "growth-memory.svg": drawCurves(
        "Memory at most",
        x,
        "MB",
        curves(calls, ({ mb }) => mb),
      ),
    }),
    ...(names.length > 0 && {
      "names.svg": drawCurves("Time of one scout by names of its list", "names", "ms", curves(names, ms)),
    }),
  };
}

/** What was answered in a second. */
const perSecond = ({ n, ms, lost }: Growth) => (1000 * (n - lost)) / ms;

function cellsOfGrowth(one: Growth): readonly string[] {
  const { what, n, of, ms, mb, lost } = one;
  return [what, short(n), of, short(ms), short(perSecond(one)), short(mb), String(lost)];
}

function cellsOfCost({ call, units, questions, bytesOut, bytesIn }: Cost): readonly string[] {
  const each = [questions, bytesOut, bytesIn, questions / units, bytesOut / units];
  return [`\`${call}\``, String(units), ...each.map(short)];
}

function cellsOfMemory({ target, restMb, pssMb, ownMb, mostMb, load }: Memory): readonly string[] {
  return [target, ...[restMb, pssMb, ownMb, mostMb].map(short), load];
}

function cellsOfSlope({ what, unit, start, end, perHour, low, high, flat }: Slope): readonly string[] {
  const [from, to, grown, least, most] = [start, end, perHour, low, high].map(digits);
  return [
    what,
    `${from} ${unit}`,
    `${to} ${unit}`,
    `${grown} ${unit}`,
    `${least} to ${most}`,
    flat ? "flat" : "**grows**",
  ];
}

/**
 * A curve from its first minute, because a log axis would give the seconds before it half of its length. Its name is
 * short, because there is little room beside the plot.
 */
function curveOf({ what, points }: Series): Curve {
  const name = what.replace("resident memory", "RSS").replace("heap after a collection", "heap");
  return { name, points: points.filter(([x, y]) => x >= 1 && y > 0) };
}

function runsOf(part: string, figures: readonly Figure[]): readonly (readonly string[])[] {
  return figures
    .filter((one): one is Run => one.kind === "run")
    .map(({ date, commit, what }) => [part, date, commit, what]);
}
