import { harmless } from "@dnstools/core/harmless";
import type { Cell, Status, Text } from "@dnstools/core/report/report";

/** The mark before a status; colour alone would not be enough. */
export const MARKS: Readonly<Record<Status, string>> = {
  pass: "✓",
  warning: "!",
  fail: "✗",
  unknown: "?",
  none: "·",
};

/** How text is painted: in a colour, or not at all. */
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

/** Paints where the terminal has colours. */
export function painter(colours: boolean): Paint {
  if (!colours) return (_, text) => text;
  return (style, text) => (style === "none" || text === "" ? text : `\u001b[${SGR[style]}m${text}\u001b[0m`);
}

/** A text as it is shown: harmless, whoever wrote it. */
export function plain(text: Text): string {
  if (typeof text === "string") return harmless(text);
  if ("outside" in text) return harmless(text.outside);
  return text.map(plain).join("");
}

/** A cell as it is shown, with its mark. */
export function cellText(cell: Cell): { readonly status: Status; readonly text: string } {
  if (typeof cell !== "object" || !("status" in cell)) return { status: "none", text: plain(cell) };
  const { status, text } = cell;
  return { status, text: status === "none" ? plain(text) : `${MARKS[status]} ${plain(text)}`.trimEnd() };
}
