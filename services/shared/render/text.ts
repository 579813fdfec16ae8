import { harmless } from "@dnstools/core/harmless";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Advice, Block, Cell, Code, Report, Section, Status, Text } from "@dnstools/core/report/report";
import { folded } from "./fold.ts";
import { cellText, MARKS, type Paint, painter, plain } from "./inline.ts";
import { padded, widthOf, wrap } from "./lines.ts";
import { barLines, gridLines, timelineLines, treeLines } from "./pictures.ts";
import { tableLines } from "./table.ts";

/** Options of the terminal for which a report is rendered. */
export type TextOptions = {
  /** Width of the terminal, in columns. */
  readonly columns: number;
  /** True if the text may contain colours (ECMA-48 SGR). */
  readonly colours: boolean;
};

/**
 * Maximum number of lines of a report. Sections that pass are folded to stay within this limit, because a long report
 * would scroll the problems off the screen.
 */
const LINES_MAX = 80;

/** Renders the report as text for a terminal, ending with a line break. */
export function renderText(report: Report, { columns, colours }: TextOptions): string {
  const paint = painter(colours);
  const { tool, target, parameters, verdict, sections, facts } = report;
  const asked = parameters.map(({ name, value }) => `${plain(name)}=${plain(textOf(value))}`);
  const title = [harmless(tool), harmless(target.outside), ...asked].join("  ");
  const head = [
    ...wrap(title, columns).map((line) => paint("bold", line)),
    "",
    ...marked(
      verdict.status,
      `${verdict.status === "none" ? "" : `${verdict.status}: `}${plain(verdict.text)}`,
      columns,
      paint,
    ),
  ];
  const foot = ["", ...footLines(facts).map((line) => paint("soft", line))];
  const parts = sections.map((section) => ({ section, lines: sectionLines(section, columns, paint) }));
  const body = folded(parts, LINES_MAX - head.length - foot.length, paint("soft", "(in the JSON)"));
  return `${[...head, ...body, ...foot].map((line) => line.trimEnd()).join("\n")}\n`;
}

function textOf(cell: Cell): Text {
  return typeof cell === "object" && "status" in cell ? cell.text : cell;
}

function sectionLines(
  { heading, status, blocks }: Section,
  columns: number,
  paint: Paint,
): readonly string[] {
  const mark = status === "none" ? "" : ` ${paint(status, MARKS[status])}`;
  return [
    `${paint("bold", heading)}${mark}`,
    ...blocks.flatMap((block) => indented(blockLines(block, columns - 2, paint))),
  ];
}

function blockLines(block: Block, columns: number, paint: Paint): readonly string[] {
  switch (block.kind) {
    case "verdict":
      return marked(block.status, plain(block.text), columns, paint);
    case "finding":
      return findingLines(block, columns, paint);
    case "facts":
      return factLines(block.facts, columns, paint);
    case "table":
      return tableLines(block, columns, paint);
    case "tree":
      return treeLines(block, columns, paint);
    case "bars":
      return barLines(block, columns, paint);
    case "grid":
      return gridLines(block, columns, paint);
    case "timeline":
      return timelineLines(block, columns, paint);
    case "code":
      return codeLines(block, columns, paint);
    case "note":
      return wrap(plain(block.text), columns).map((line) => paint("soft", line));
  }
}

function findingLines(one: Advice, columns: number, paint: Paint): readonly string[] {
  const status = SEVERITY_STATUS[one.severity];
  const inner = columns - 2;
  const about = [
    one.code,
    one.reference ?? "",
    one.evidence.length === 0 ? "" : `evidence ${evidenceText(one.evidence)}`,
  ];
  const isNote = status === "none";
  return [
    ...marked(status, plain(one.text), columns, paint),
    ...indented([
      ...(one.fix === null || isNote ? [] : wrap(`→ ${plain(one.fix)}`, inner)),
      ...one.publish.flatMap((code) => codeLines(code, inner, paint)),
      ...(one.test === null ? [] : copyLines("Check before publishing", [one.test], inner, paint)),
      ...(one.repeat === null ? [] : codeLines(one.repeat, inner, paint)),
      ...wrap(harmless(about.filter((word) => word !== "").join(" · ")), inner).map((line) =>
        paint("soft", line),
      ),
    ]),
  ];
}

/** Returns the first five exchange ids, followed by dots if there are more. */
function evidenceText(ids: readonly string[]): string {
  return `${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", ..." : ""}`;
}

function codeLines({ label, lines }: Code, columns: number, paint: Paint): readonly string[] {
  return copyLines(plain(label), lines, columns, paint);
}

/** Returns lines to copy. They are never wrapped, because a copied line must be complete. */
function copyLines(head: string, lines: readonly string[], columns: number, paint: Paint): readonly string[] {
  const [only = ""] = lines;
  if (lines.length === 1 && widthOf(head) + widthOf(only) + 2 <= columns)
    return [`${head}: ${paint("bold", harmless(only))}`];
  return [`${head}:`, ...lines.map((line) => `  ${paint("bold", harmless(line))}`)];
}

function factLines(
  facts: readonly { readonly name: Text; readonly value: Cell }[],
  columns: number,
  paint: Paint,
): readonly string[] {
  const names = facts.map(({ name }) => plain(name));
  const width = Math.min(28, Math.max(...names.map(widthOf)));
  return facts.flatMap(({ value }, at) => {
    const { status, text } = cellText(value);
    const [first = "", ...more] = wrap(text, columns - width - 2);
    const [name = "", ...rest] = wrap(names[at] ?? "", width);
    return [
      ...(rest.length === 0 ? [] : [name]),
      `${padded(rest.at(-1) ?? name, width)}  ${paint(status, first)}`,
      ...more.map((line) => `${" ".repeat(width + 2)}${paint(status, line)}`),
    ];
  });
}

/** Returns the facts about the call. They are never wrapped, because they contain an address to copy. */
function footLines(facts: Report["facts"]): readonly string[] {
  const width = Math.max(...facts.map(({ name }) => widthOf(plain(name))));
  return facts.map(({ name, value }) => `${padded(plain(name), width)}  ${plain(textOf(value))}`);
}

function marked(status: Status, text: string, columns: number, paint: Paint): readonly string[] {
  const [first = "", ...more] = wrap(text, columns - 2);
  return [
    `${paint(status, MARKS[status])} ${paint(status, first)}`,
    ...more.map((line) => `  ${paint(status, line)}`),
  ];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
