import type { Block } from "@dnstools/core/report/report";
import { cellText, type Paint } from "./inline.ts";
import { padded, widthOf, wrap } from "./lines.ts";

/** Number of spaces between two columns of a table. */
const GAP = 2;
/** Minimum width of a column that is narrowed to make space for others, in characters. */
const NARROWEST = 8;

/** Returns a table as lines. Text that is too long for its column continues on the next line. */
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
          // The padding is not coloured together with the text, so that spaces at the end of a line can be trimmed.
          const gap = at === row.length - 1 ? 0 : (widths[at] ?? 0) - widthOf(text);
          return `${paint(status, text)}${" ".repeat(Math.max(0, gap))}`;
        })
        .join(" ".repeat(GAP)),
    );
  });
  return [paint("soft", head), ...lines, ...(more > 0 ? [paint("soft", `${more} more in the JSON.`)] : [])];
}

/**
 * Returns the widths of the columns. The widest columns are narrowed until all columns fit. Words are split only if
 * the table does not fit otherwise.
 */
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
