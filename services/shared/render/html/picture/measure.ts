import type { Text } from "@dnstools/core/report/report";
import { widthOf as columnsOf } from "../../lines.ts";
import { shown } from "../shown.ts";

/** A part of a line: words of this project, or text from outside, which stands in a font of fixed width but in details. */
export type Run = { readonly text: string; readonly isOutside: boolean; readonly isWords?: boolean };

/** Heights of letters in pictures, CSS pixels: of words, and of text from outside. */
const SIZE = 13;
const OUTSIDE_SIZE = 12.5;
/** Advance of a column in the fonts of fixed width that pages name (Liberation Mono and Menlo 0.602, others less). */
const COLUMN = 0.61;
/**
 * Advances of letters by the size of the font, in the widest of the fonts that pages name: the server cannot know which one the
 * reader has, and letters that stand a little closer than was measured harm nothing.
 */
const NARROW = 0.38;
const USUAL = 0.64;
const UPPER = 0.74;
const BROAD = 1;
const ELLIPSIS = "…";

/** A text as parts of one line, what is from outside made harmless. */
export function runsOf(text: Text): readonly Run[] {
  if (typeof text === "string") return text === "" ? [] : [{ text, isOutside: false }];
  if ("outside" in text) return text.outside === "" ? [] : [{ text: shown(text.outside), isOutside: true }];
  return text.flatMap(runsOf);
}

/** The text of parts. */
export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}

/** The parts as words: in a detail text from outside stands in the same font as what is around it. */
export function asWords(runs: readonly Run[]): readonly Run[] {
  return runs.map((run) => ({ ...run, isWords: true }));
}

/** CSS pixels that parts take at most. */
export function widthOf(runs: readonly Run[]): number {
  return Math.ceil(runs.reduce((sum, run) => sum + runWidth(run), 0));
}

/** Parts in at most `max` CSS pixels; an ellipsis stands for what is cut off. */
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
