import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";

/** Approximate number of lines that all sections of a report may take if there are no findings. */
const LINES = 66;
/** Number of lines that a finding takes in the report: a finding about a problem, and a mere note. */
const PROBLEM = 5;
const NOTE = 3;
/**
 * However many findings there are, a list keeps at least this share of its lines, and at least this number of lines.
 */
const SHARE_LEAST = 0.25;
const LINES_LEAST = 3;

/**
 * Returns how many rows the report has space for, given its findings.
 * @param lines maximum number of lines for the rows if there are no findings.
 * @param width number of characters of a row that fit into one line.
 */
export function fitting(
  rows: readonly (readonly Cell[])[],
  findings: readonly Finding[],
  lines: number,
  width = 80,
): number {
  const notes = findings.filter(({ severity }) => SEVERITY_STATUS[severity] === "none").length;
  const left = LINES - NOTE * notes - PROBLEM * (findings.length - notes);
  let room = Math.max(LINES_LEAST, Math.round(lines * Math.max(SHARE_LEAST, left / LINES)));
  for (const [at, row] of rows.entries()) {
    room -= Math.max(1, Math.ceil(row.reduce((sum, cell) => sum + lengthOf(cell), 0) / width));
    if (room < 0) return Math.max(1, at);
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
