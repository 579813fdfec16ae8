import { harmless } from "@dnstools/core/harmless";
import type { Cell, Status, Text } from "@dnstools/core/report/report";

/** Mark that is shown before a status, since colour alone is not accessible. */
export const MARKS: Readonly<Record<Status, string>> = {
  pass: "✓",
  warning: "!",
  fail: "✗",
  unknown: "?",
  none: "·",
};

/** A function that colours a text for a terminal, or returns it unchanged. */
export type Paint = (status: Status | "bold" | "soft", text: string) => string;

const SGR: Readonly<Record<Status | "bold" | "soft", string>> = {
  pass: "32",
  warning: "33",
  fail: "31",
  unknown: "35",
  none: "0",
  bold: "1",
  soft: "2",
};

/** Returns a function that colours text if `colours` is true, and otherwise returns it unchanged. */
export function painter(colours: boolean): Paint {
  if (!colours) return (_, text) => text;
  return (style, text) => (style === "none" || text === "" ? text : `\u001b[${SGR[style]}m${text}\u001b[0m`);
}

/** Returns a text in the form in which it is displayed, with invisible characters escaped. */
export function plain(text: Text): string {
  if (typeof text === "string") return harmless(text);
  if ("outside" in text) return harmless(text.outside);
  return text.map(plain).join("");
}

/** Returns the displayed text of a cell, which begins with the mark of the cell's status. */
export function cellText(cell: Cell): { readonly status: Status; readonly text: string } {
  if (typeof cell !== "object" || !("status" in cell)) return { status: "none", text: plain(cell) };
  const { status, text } = cell;
  return { status, text: status === "none" ? plain(text) : `${MARKS[status]} ${plain(text)}`.trimEnd() };
}
