import { harmless } from "@dnstools/core/harmless";
import { pruned } from "@dnstools/core/report/blocks";
import type {
  Advice,
  Block,
  Branch,
  Cell,
  Code,
  Fact,
  Outside,
  Report,
  Section,
  Status,
  Text,
} from "@dnstools/core/report/report";
import { MARKS } from "./inline.ts";
import { countsOf } from "./pictures.ts";

/** Renders the report as GitHub Flavored Markdown. Text from outside appears only in code spans and code blocks. */
export function renderMarkdown(report: Report): string {
  const { tool, target, parameters, verdict, sections, facts } = report;
  const asked = parameters.map(({ name, value }) => ` ${inline(name)}=${cellOf(value)}`).join("");
  const lines = [
    `# ${inline(tool)} ${span(target.outside)}${asked}`,
    "",
    `${lead(verdict.status)}${inline(verdict.text)}`,
    ...sections.flatMap((section) => ["", ...sectionLines(section)]),
    "",
    "---",
    "",
    ...factLines(facts),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns a text as Markdown. This project's words are escaped, and text from outside is put into code spans. */
export function inline(text: Text): string {
  if (typeof text === "string") return harmless(text).replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");
  if ("outside" in text) return text.outside === "" ? "" : span(text.outside);
  return merged(text).map(inline).join("");
}

/**
 * Merges adjacent parts from outside into one, because the backticks of two adjacent code spans would be read as one
 * fence.
 */
function merged(parts: readonly (string | Outside)[]): readonly (string | Outside)[] {
  const all: (string | Outside)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === "object" && typeof last === "object")
      all[all.length - 1] = { outside: last.outside + part.outside };
    else if (part !== "") all.push(part);
  }
  return all;
}

/** Returns a code span (CommonMark 6.1) with a fence longer than any run of backticks in the text. */
function span(text: string): string {
  const shown = harmless(text);
  if (shown.trim() === "") return "";
  const fence = "`".repeat(longestRun(shown) + 1);
  const space = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function lead(status: Status): string {
  return status === "none" ? "" : `${MARKS[status]} **${status}** `;
}

function cellOf(cell: Cell): string {
  if (typeof cell === "object" && "status" in cell)
    return `${cell.status === "none" ? "" : `${MARKS[cell.status]} `}${inline(cell.text)}`;
  return inline(cell);
}

function sectionLines({ heading, status, blocks }: Section): readonly string[] {
  const mark = status === "none" ? "" : ` ${MARKS[status]}`;
  return [`## ${inline(heading)}${mark}`, ...blocks.flatMap((block) => ["", ...blockLines(block)])];
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case "verdict":
      return [`${lead(block.status)}${inline(block.text)}`];
    case "finding":
      return findingLines(block);
    case "facts":
      return factLines(block.facts);
    case "table":
      return [
        row(block.columns.map(inline)),
        row(block.columns.map(() => "---")),
        // GitHub splits a table row at each unescaped |, even within code spans.
        ...block.rows.map((cells) => row(cells.map((cell) => inCell(cellOf(cell))))),
        ...left(block.more),
      ];
    case "tree":
      return treeLines(block);
    case "bars":
      return block.bars.map(({ name, count, status }) => `- ${lead(status)}${inline(name)}: ${count}`);
    case "grid":
      return gridLines(block);
    case "timeline":
      return block.moments
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ at, text, status }) => `- ${span(at)} ${lead(status)}${inline(text)}`);
    case "code":
      return codeLines(block);
    case "note":
      return [inline(block.text)];
  }
}

function findingLines({
  severity,
  code,
  text,
  fix,
  reference,
  evidence,
  publish,
  test,
  repeat,
}: Advice): readonly string[] {
  return [
    `**${severity}** ${inline(text)}`,
    ...(fix === null ? [] : ["", `→ ${inline(fix)}`]),
    ...publish.flatMap((one) => ["", ...codeLines(one)]),
    ...(test === null ? [] : ["", `Check before publishing: ${span(test)}`]),
    ...(repeat === null ? [] : ["", ...codeLines(repeat)]),
    "",
    [
      span(code),
      inline(reference ?? ""),
      evidence.length === 0 ? "" : `evidence ${evidence.slice(0, 5).map(span).join(", ")}`,
    ]
      .filter((word) => word !== "")
      .join(" · "),
  ];
}

function factLines(facts: readonly Fact[]): readonly string[] {
  return facts.map(({ name, value }) => `- ${inline(name)}: ${cellOf(value)}`);
}

/** Returns one line per group, with the number of the group's tiles for each status mark. */
function gridLines({ groups, more }: Extract<Block, { kind: "grid" }>): readonly string[] {
  return [...groups.map((group) => `- ${inline(group.name)}: ${countsOf(group).join(", ")}`), ...left(more)];
}

function treeLines({ branches, more, lines }: Extract<Block, { kind: "tree" }>): readonly string[] {
  const shown = pruned(branches, lines);
  return [...shown.branches.flatMap((branch) => branchLines(branch, "")), ...left(more + shown.more)];
}

function branchLines({ text, status, children }: Branch, indent: string): readonly string[] {
  const mark = status === "none" ? "" : `${MARKS[status]} `;
  return [
    `${indent}- ${mark}${inline(text)}`,
    ...children.flatMap((child) => branchLines(child, `${indent}  `)),
  ];
}

/** Returns a code block (CommonMark 4.5) with a fence longer than any run of backticks in the lines. */
function codeLines({ label, lines }: Code): readonly string[] {
  const shown = lines.map(harmless);
  const fence = "`".repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)));
  return [`${inline(label)}:`, fence, ...shown, fence];
}

/**
 * Escapes the vertical bars in the text of a table cell. Some parsers (micromark) read two backslashes before a bar as
 * one escaped backslash, so that the bar ends the cell and its code span. All parsers read a bar after an odd number
 * of backslashes as text.
 */
function inCell(text: string): string {
  return text.replace(
    /(\\*)\|/g,
    (_, slashes: string) => `${slashes}${slashes.length % 2 === 0 ? "\\" : ""}|`,
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function left(more: number): readonly string[] {
  return more > 0 ? ["", `${more} more in the JSON.`] : [];
}
