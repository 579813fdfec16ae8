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
    names.map((name, at) => Math.max(widthOf(name), ...cells.map((row) => widthOf(row[at]?.text ?? "")))),
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

/** The widths, the widest made narrower until all fit. */
function fitted(wanted: readonly number[], columns: number): readonly number[] {
  const widths = [...wanted];
  const room = columns - GAP * (widths.length - 1);
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    const second = Math.max(NARROWEST, ...widths.filter((width) => width < widest));
    const at = widths.indexOf(widest);
    const less = Math.min(over, Math.max(1, widest - second));
    widths[at] = widest - less;
    over -= less;
  }
  return widths;
}
