import type { Block } from "@dnstools/core/report/report";
import { cellText, type Paint } from "./inline.ts";
import { padded, widthOf, wrap } from "./lines.ts";

/** Columns between two columns of a table. */
const GAP = 2;
/** No column gets narrower for others. */
const NARROWEST = 8;

/** A table in lines; what does not fit its column continues in the line below. */
export function tableLines(
  { columns: names, rows, more }: Extract<Block, { kind: "table" }>,
  columns: number,
  paint: Paint,
): readonly string[] {
  const cells = rows.map((row) => row.map(cellText));
  const widths = fitted(
    names.map((name, at) => [name, ...cells.map((row) => row[at]?.text ?? "")]),
    columns,
  );
  const head = names
    .map((name, at) => padded(name, widths[at] ?? 0))
    .join(" ".repeat(GAP))
    .trimEnd();
  const lines = cells.flatMap((row) => {
    const wrapped = row.map(({ text }, at) => wrap(text, widths[at] ?? columns));
    const height = Math.max(...wrapped.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      row
        .map(({ status }, at) => {
          const text = wrapped[at]?.[line] ?? "";
          // Not painted with the text: spaces at the end of a line are taken away.
          const gap = at === row.length - 1 ? 0 : (widths[at] ?? 0) - widthOf(text);
          return `${paint(status, text)}${" ".repeat(Math.max(0, gap))}`;
        })
        .join(" ".repeat(GAP)),
    );
  });
  return [paint("soft", head), ...lines, ...(more > 0 ? [paint("soft", `${more} more in the JSON.`)] : [])];
}

/** The widths of columns: the widest are made narrower until all fit, and words are cut only where nothing else helps. */
function fitted(texts: readonly (readonly string[])[], columns: number): readonly number[] {
  const wanted = texts.map((column) => Math.max(...column.map(widthOf)));
  const words = texts.map((column) => Math.max(...column.flatMap((text) => text.split(" ").map(widthOf))));
  const room = columns - GAP * (texts.length - 1);
  for (const least of [words, texts.map(() => NARROWEST)])
    for (let most = Math.max(...wanted); most >= NARROWEST; most -= 1) {
      const widths = wanted.map((width, at) => Math.min(width, Math.max(most, least[at] ?? 0)));
      if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
    }
  return wanted.map((width) => Math.min(width, NARROWEST));
}
