import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";

/** Lines that are left of a list where there is much to mend. */
const LEAST = 6;
/** Characters of a row that fit into a line. */
const LINE = 80;

/**
 * How many of some rows a report has room for: two lines fewer for each finding that is shown before.
 * @param lines that the rows may take where there is none.
 */
export function fitting(
  rows: readonly (readonly Cell[])[],
  findings: readonly Finding[],
  lines: number,
): number {
  const problems = findings.filter(({ severity }) => SEVERITY_STATUS[severity] !== "none");
  let left = Math.max(Math.min(LEAST, lines), lines - 2 * problems.length);
  for (const [at, row] of rows.entries()) {
    left -= Math.max(1, Math.ceil(row.reduce((sum, cell) => sum + lengthOf(cell), 0) / LINE));
    if (left < 0) return Math.max(1, at);
  }
  return rows.length;
}

function lengthOf(cell: Cell): number {
  return typeof cell === "object" && "status" in cell ? lengthOf(cell.text) : charactersOf(cell);
}

function charactersOf(text: Text): number {
  if (typeof text === "string") return text.length;
  if ("outside" in text) return text.outside.length;
  return text.reduce((sum, part) => sum + charactersOf(part), 0);
}
