import { pruned } from "@dnstools/core/report/blocks";
import type { Block, Branch } from "@dnstools/core/report/report";
import { MARKS, type Paint, plain } from "./inline.ts";
import { padded, widthOf, wrap } from "./lines.ts";

type Of<Kind> = Extract<Block, { kind: Kind }>;

/** Length of the longest bar, in columns. */
const BAR = 40;

/** Returns a tree as lines of text, with lines that show its branches. */
export function treeLines(tree: Of<"tree">, columns: number, paint: Paint): readonly string[] {
  const { branches, more } = pruned(tree.branches, tree.lines);
  const lines: string[] = [];
  const draw = ({ text, status, children }: Branch, first: string, next: string) => {
    const mark = status === "none" ? "" : `${MARKS[status]} `;
    const [head = "", ...rest] = wrap(`${mark}${plain(text)}`, Math.max(20, columns - widthOf(first)));
    lines.push(`${first}${paint(status, head)}`);
    const below = children.length === 0 ? next : `${next}│ `;
    lines.push(...rest.map((line) => `${below}${paint(status, line)}`));
    for (const [at, child] of children.entries()) {
      const last = at === children.length - 1;
      draw(child, `${next}${last ? "└ " : "├ "}`, `${next}${last ? "  " : "│ "}`);
    }
  };
  for (const branch of branches) draw(branch, "", "");
  if (tree.more + more > 0) lines.push(paint("soft", `${tree.more + more} more in the JSON.`));
  return lines;
}

/** Returns bars with their counts, one per line. */
export function barLines({ bars }: Of<"bars">, columns: number, paint: Paint): readonly string[] {
  const names = bars.map(({ name }) => plain(name));
  const width = Math.min(columns - BAR - 8, Math.max(...names.map(widthOf)));
  const most = Math.max(...bars.map(({ count }) => count));
  return bars.map(({ count, status }, at) => {
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / most) * BAR));
    return `${padded(names[at] ?? "", width)}  ${paint(status, "█".repeat(length))} ${count}`;
  });
}

/** Returns one line per group, with the number of the group's tiles for each status mark. */
export function gridLines({ groups, more }: Of<"grid">, columns: number, paint: Paint): readonly string[] {
  const width = Math.max(...groups.map(({ name }) => widthOf(name)));
  const lines = groups.flatMap((group) =>
    wrap(`${padded(group.name, width)}  ${countsOf(group).join("  ")}`, columns),
  );
  return [...lines, ...(more > 0 ? [paint("soft", `${more} more in the JSON.`)] : [])];
}

/** Returns the number of tiles for each status mark, in the order in which the marks appear. */
export function countsOf({ tiles }: Of<"grid">["groups"][number]): readonly string[] {
  return [...Map.groupBy(tiles, ({ status }) => status)].map(
    ([status, some]) => `${MARKS[status]} ${some.length}`,
  );
}

/** Width of a date and time, in columns. */
const MOMENT = 16;

/** Returns the moments of a timeline as lines, in chronological order. */
export function timelineLines({ moments }: Of<"timeline">, columns: number, paint: Paint): readonly string[] {
  return moments
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .flatMap(({ at, text, status }) => {
      const day = padded(plain({ outside: at.slice(0, MOMENT).replace("T", " ") }), MOMENT);
      const mark = status === "none" ? "│" : MARKS[status];
      const [first = "", ...more] = wrap(plain(text), Math.max(20, columns - widthOf(day) - 4));
      return [
        `${day} ${paint(status, mark)} ${first}`,
        ...more.map((line) => `${" ".repeat(widthOf(day))} │ ${line}`),
      ];
    });
}
