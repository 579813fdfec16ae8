import { isShellWord } from "../harmless.ts";
import type { Block, Branch, Cell, Code, Fact, Outside, Status, Text } from "./report.ts";

/**
 * Marks text as coming from outside: from a record, a server, a registry or the caller.
 * @throws TypeError if the value is not a string, which may happen with an answer of another version.
 */
export function outside(text: string): Outside {
  if (typeof text !== "string") throw new TypeError("no text");
  return { outside: text };
}

/**
 * Builds a sentence from a template. Inserted strings are marked as text from outside; numbers and marked texts are
 * inserted unchanged.
 */
export function say(words: TemplateStringsArray, ...values: readonly (string | number | Text)[]): Text {
  return join(
    words.flatMap((word, at) => {
      const value = values[at];
      if (value === undefined) return [word];
      return [
        word,
        typeof value === "string" ? outside(value) : typeof value === "number" ? String(value) : value,
      ];
    }),
  );
}

/** Joins texts with a separator. */
export function join(texts: readonly Text[], between = ""): Text {
  const parts: (string | Outside)[] = [];
  for (const [at, text] of texts.entries()) {
    if (at > 0 && between !== "") parts.push(between);
    if (typeof text === "string" || "outside" in text) parts.push(text);
    else parts.push(...text);
  }
  return parts.filter((part) => part !== "");
}

/**
 * Joins texts with commas and marks plain strings as text from outside. Shows at most `max` texts, followed by the
 * number of remaining texts.
 */
export function list(
  texts: readonly (string | Outside | readonly (string | Outside)[])[],
  max = 6,
  none = "none",
): Text {
  if (texts.length === 0) return none;
  const marked = texts.slice(0, max).map((text) => (typeof text === "string" ? outside(text) : text));
  const shown = join(marked, ", ");
  return texts.length > max ? join([shown, ` and ${texts.length - max} more`]) : shown;
}

/** Builds a cell from a status and a text. */
export function cell(status: Status, text: Text): Cell {
  return { status, text };
}

/** Builds the cell for a value that could not be determined, with the reason. */
export function notFound(reason: string | null): Cell {
  return {
    status: "unknown",
    text: reason === null ? "could not be determined" : `could not be determined (${codeWord(reason)})`,
  };
}

/**
 * Returns a code from the JSON. A text that does not have the form of a code, as another server may send, becomes
 * "another reason".
 */
export function codeWord(code: string): string {
  return /^\w+$/.test(code) ? code : "another reason";
}

/**
 * Builds a block of facts from names and values. Rows whose value is null are left out. Returns null if no row is
 * left.
 */
export function facts(rows: readonly (readonly [name: Text, value: Cell | null])[]): Block | null {
  const shown: Fact[] = rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return shown.length === 0 ? null : { kind: "facts", facts: shown };
}

/**
 * Builds a table from the first `max` rows. Columns that are empty in all of these rows are left out. Returns null if
 * there are no rows.
 */
export function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  max = 12,
): Block | null {
  if (rows.length === 0) return null;
  const shown = rows.slice(0, max);
  const isFilled = columns.map((_, at) => shown.some((row) => !isEmpty(row[at] ?? "")));
  return {
    kind: "table",
    columns: columns.filter((_, at) => isFilled[at]),
    rows: shown.map((row) => row.filter((_, at) => isFilled[at])),
    more: rows.length - shown.length,
  };
}

function isEmpty(value: Cell): boolean {
  const text = typeof value === "object" && "text" in value ? value.text : value;
  if (typeof text === "object" && "outside" in text) return text.outside === "";
  return text.length === 0;
}

/** Maximum number of branches in a picture. A picture with more branches is hard to read. */
const BRANCHES_MAX = 60;

/**
 * Builds a tree block, limited to the branches that a picture can show. Returns null if there are no branches.
 * @param lines maximum number of branches in a text report.
 */
export function tree(branches: readonly Branch[], lines = 40): Block | null {
  return branches.length === 0 ? null : { kind: "tree", ...pruned(branches, BRANCHES_MAX), lines };
}

/** Cuts a tree to at most `max` branches, from the top down, and counts the branches that are left out. */
export function pruned(
  branches: readonly Branch[],
  max: number,
): { readonly branches: readonly Branch[]; readonly more: number } {
  let left = max;
  let more = 0;
  const take = (level: readonly Branch[]): readonly Branch[] => {
    const shown = level.slice(0, Math.max(0, left));
    left -= shown.length;
    more += level.slice(shown.length).reduce((sum, branch) => sum + sizeOf(branch), 0);
    return shown.map((branch) => ({ ...branch, children: take(branch.children) }));
  };
  return { branches: take(branches), more };
}

function sizeOf({ children }: Branch): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

/** Builds a shell command for copying; null if an untrusted word is not safe in a shell. */
export function command(label: Text, words: readonly (string | Outside)[]): Code | null {
  if (words.some((word) => typeof word !== "string" && !isShellWord(word.outside))) return null;
  const line = words.map((word) => (typeof word === "string" ? word : word.outside)).join(" ");
  return { kind: "code", label, language: "shell", lines: [line] };
}

/** Returns the blocks without null entries. */
export function blocks(all: readonly (Block | null)[]): readonly Block[] {
  return all.filter((block) => block !== null);
}
