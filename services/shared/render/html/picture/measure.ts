import type { Text } from "@dnstools/core/report/report";
import { widthOf as columnsOf } from "../../lines.ts";
import { shown } from "../shown.ts";

/**
 * A part of a line: words of this project, or text from outside. Text from outside is shown in a monospaced font
 * unless `isWords` is set, which is the case in details.
 */
export type Run = { readonly text: string; readonly isOutside: boolean; readonly isWords?: boolean };

/** Font sizes in pictures, in CSS pixels: for this project's words, and for text from outside. */
const SIZE = 13;
const OUTSIDE_SIZE = 12.5;
/**
 * Width of one column in the monospaced fonts that the pages use, relative to the font size (Liberation Mono and Menlo
 * 0.602, others less).
 */
const COLUMN = 0.61;
/**
 * Widths of classes of letters relative to the font size, in the widest font that the pages use. The server cannot
 * know which font the reader has. It does no harm if the actual letters are narrower.
 */
const NARROW = 0.38;
const USUAL = 0.64;
const UPPER = 0.74;
const BROAD = 1;
const ELLIPSIS = "…";

/** Splits a text into the parts of one line. Text from outside is made safe to show. */
export function runsOf(text: Text): readonly Run[] {
  if (typeof text === "string") return text === "" ? [] : [{ text, isOutside: false }];
  if ("outside" in text) return text.outside === "" ? [] : [{ text: shown(text.outside), isOutside: true }];
  return text.flatMap(runsOf);
}

/** Returns the text of several parts. */
export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}

/** Returns parts for a detail, where text from outside has the same font as the text around it. */
export function asWords(runs: readonly Run[]): readonly Run[] {
  return runs.map((run) => ({ ...run, isWords: true }));
}

/** Returns an upper bound for the total width of several parts, in CSS pixels. */
export function widthOf(runs: readonly Run[]): number {
  return Math.ceil(runs.reduce((sum, run) => sum + runWidth(run), 0));
}

/** Cuts parts to a total width of at most `max` CSS pixels. An ellipsis replaces the rest. */
export function cutRuns(runs: readonly Run[], max: number): readonly Run[] {
  if (widthOf(runs) <= max) return runs;
  let left = max - runWidth({ text: ELLIPSIS, isOutside: true });
  const kept: Run[] = [];
  for (const run of runs) {
    const characters: string[] = [];
    for (const character of run.text) {
      left -= runWidth({ ...run, text: character });
      if (left < 0) break;
      characters.push(character);
    }
    kept.push({ ...run, text: characters.join("") });
    if (left < 0) break;
  }
  return [...kept, { text: ELLIPSIS, isOutside: false }];
}

function runWidth({ text, isOutside, isWords = false }: Run): number {
  if (isOutside && !isWords) return columnsOf(text) * COLUMN * OUTSIDE_SIZE;
  let width = 0;
  for (const character of text) width += advanceOf(character);
  return width * SIZE;
}

function advanceOf(character: string): number {
  if (/[ ijl.,:;'|!()[\]/-]/.test(character)) return NARROW;
  if (/[mwMW@%…→]/.test(character)) return BROAD;
  if (/[A-Z]/.test(character)) return UPPER;
  return columnsOf(character) > 1 ? 1 : USUAL;
}
