import { isShellWord } from "../harmless.ts";
import type { Block, Branch, Cell, Code, Fact, Outside, Status, Text } from "./report.ts";

/** Marks text that came from outside. @throws TypeError for what an answer of another version has in place of a text. */
export function outside(text: string): Outside {
  if (typeof text !== "string") throw new TypeError("no text");
  return { outside: text };
}

/** A sentence: what is put in is from outside, but for numbers and marked texts. */
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

/** Texts one after another. */
export function join(texts: readonly Text[], between = ""): Text {
  const parts: (string | Outside)[] = [];
  for (const [at, text] of texts.entries()) {
    if (at > 0 && between !== "") parts.push(between);
    if (typeof text === "string" || "outside" in text) parts.push(text);
    else parts.push(...text);
  }
  return parts.filter((part) => part !== "");
}

/** A list with commas: of texts from outside, or of texts that are marked. At most `max`, and how many there are more. */
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

/** A value with its status. */
export function cell(status: Status, text: Text): Cell {
  return { status, text };
}

/** What could not be found out, with why. */
export function notFound(reason: string | null): Cell {
  return {
    status: "unknown",
    text: reason === null ? "could not be found out" : `could not be found out (${codeWord(reason)})`,
  };
}

/** A code of the JSON; a text that is no code, as another server may give it, is not shown. */
export function codeWord(code: string): string {
  return /^\w+$/.test(code) ? code : "another reason";
}

/** Names with their values; those whose value is null are left out. Null for none. */
export function facts(rows: readonly (readonly [name: Text, value: Cell | null])[]): Block | null {
  const shown: Fact[] = rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return shown.length === 0 ? null : { kind: "facts", facts: shown };
}

/** Rows below columns, the first `max` of them, without columns that are empty in each of those. Null for none. */
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

/** Branches that a picture shows: more are no picture. */
const BRANCHES_MAX = 60;

/** A tree, as much of it as a picture shows. Null for none. @param lines branches that a text shows. */
export function tree(branches: readonly Branch[], lines = 40): Block | null {
  return branches.length === 0 ? null : { kind: "tree", ...pruned(branches, BRANCHES_MAX), lines };
}

/** As much of a tree as `max` branches show, from the top down. */
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

/** A command to copy; null where a word from outside could mean something to a shell. */
export function command(label: Text, words: readonly (string | Outside)[]): Code | null {
  if (words.some((word) => typeof word !== "string" && !isShellWord(word.outside))) return null;
  const line = words.map((word) => (typeof word === "string" ? word : word.outside)).join(" ");
  return { kind: "code", label, language: "shell", lines: [line] };
}

/** Blocks without those that have nothing to show. */
export function blocks(all: readonly (Block | null)[]): readonly Block[] {
  return all.filter((block) => block !== null);
}
