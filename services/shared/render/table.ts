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
        // The last column needs no spaces behind it.
        .map(({ status }, at) =>
          paint(status, padded(wrapped[at]?.[line] ?? "", at === row.length - 1 ? 0 : (widths[at] ?? 0))),
        )
        .join(" ".repeat(GAP)),
    );
  });
  return [paint("soft", head), ...lines, ...(more > 0 ? [paint("soft", `${more} more in the JSON.`)] : [])];
}

/** The widths, all that are too wide made equally narrow until they fit. */
function fitted(wanted: readonly number[], columns: number): readonly number[] {
  const room = columns - GAP * (wanted.length - 1);
  const within = (cap: number) => wanted.reduce((sum, width) => sum + Math.min(width, cap), 0) <= room;
  let cap = Math.max(NARROWEST, room);
  while (cap > NARROWEST && !within(cap)) cap -= 1;
  return wanted.map((width) => Math.min(width, cap));
}
