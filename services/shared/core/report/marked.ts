import type { Finding } from "../tool/finding.ts";
import type { Answer } from "./answer.ts";
import type { Outside, Text } from "./report.ts";

/**
 * Minimum length in characters of a text that is marked within a sentence. Plain words such as `valid` are not marked
 * either.
 */
const SHORTEST = 3;
const PLAIN_WORD = /^[a-z_]+$/;
/** Maximum number of values that are searched for in a sentence. This API's own answers have fewer. */
const VALUES_MAX = 20_000;

/** Marks the values that occur in a sentence of the answer as text from outside. */
export function marked(sentence: string, values: Iterable<string>): Text {
  const held = [...new Set(values)].map((value) => heldOf(sentence, value));
  const found = [...new Set(held)].filter((one) => one !== null).sort((a, b) => b.length - a.length);
  return found.length === 0 ? sentence : split(sentence, found);
}

/**
 * Returns the part of a value that a sentence contains: the whole value, or the beginning of a value that was cut and
 * is followed by dots. Null if the sentence contains neither.
 */
function heldOf(sentence: string, value: string): string | null {
  if (value.length < SHORTEST) return null;
  if (sentence.includes(value)) return value;
  const start = value.slice(0, SHORTEST);
  for (let at = sentence.indexOf(start); at !== -1; at = sentence.indexOf(start, at + 1)) {
    let length = SHORTEST;
    while (sentence[at + length] === value[length]) length += 1;
    // A cut value may itself end in dots, which look like the dots that mark the cut.
    while (length > SHORTEST && value[length - 1] === "." && !isCut(sentence, at + length)) length -= 1;
    if (isCut(sentence, at + length)) return value.slice(0, length);
  }
  return null;
}

function isCut(sentence: string, at: number): boolean {
  return sentence.startsWith("...", at) || sentence.startsWith(" ...", at);
}

/**
 * Marks the finding's subjects in its message or fix as text from outside. All other words of the sentence are this
 * project's own.
 */
export function markedFinding(sentence: string, { subject, subjects }: Finding): Text {
  return marked(sentence, subject === null ? subjects : [subject, ...subjects]);
}

/**
 * Returns all values in an answer that may appear in a sentence of its summary. The summary's own text and the
 * findings' messages are excluded, even if the data repeats them.
 */
export function valuesOf({ query, summary, data, findings }: Answer): readonly string[] {
  const values: string[] = [];
  const said = new Set([summary.text, ...findings.map(({ message }) => message)]);
  const walk = (value: unknown) => {
    if (values.length >= VALUES_MAX) return;
    if (typeof value === "string") {
      if (!PLAIN_WORD.test(value) && !said.has(value)) values.push(value);
    } else if (typeof value === "object" && value !== null)
      for (const member of Object.values(value)) walk(member);
  };
  for (const { subject, subjects } of findings) walk([subject, subjects]);
  walk([query, data]);
  return values;
}

function split(sentence: string, [value = "", ...others]: readonly string[]): readonly (string | Outside)[] {
  if (value === "") return sentence === "" ? [] : [sentence];
  const parts: (string | Outside)[] = [];
  let start = 0;
  let at = sentence.indexOf(value);
  while (at !== -1) {
    const end = at + value.length;
    if (isWhole(sentence, at, end)) {
      parts.push(...split(sentence.slice(start, at), others), { outside: value });
      start = end;
    }
    at = sentence.indexOf(value, end);
  }
  parts.push(...split(sentence.slice(start), others));
  return parts;
}

/** Returns true if the text between two positions is not part of a longer word. */
function isWhole(sentence: string, start: number, end: number): boolean {
  const inWord = /[\p{L}\p{N}]/u;
  const meets = (left: string, right: string) => inWord.test(left) && inWord.test(right);
  return (
    !meets(sentence[start - 1] ?? "", sentence[start] ?? "") &&
    !meets(sentence[end - 1] ?? "", sentence[end] ?? "")
  );
}
