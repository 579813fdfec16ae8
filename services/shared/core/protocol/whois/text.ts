import type { Fact } from "./labels.ts";

/** One label of a whois answer, and what it tells. */
export type Entry = {
  /** As the registry writes it. */
  readonly title: string;
  /** In lower case, without what stands around it: dots, brackets, a number at its end. */
  readonly label: string;
  /** The heading above it, or the first label of its paragraph; the label itself where it is that. */
  readonly section: string;
  /** Which paragraph of the answer it stands in, from 1. */
  readonly paragraph: number;
  /** What it tells of the domain. */
  readonly facts: readonly Fact[];
  /** What stands behind it, then the lines below that are its own; none is empty. */
  readonly values: readonly string[];
};

/** A line of a whois answer that is nobody's data: the registry's own words. White space is single. */
export type Line = {
  readonly text: string;
  readonly comment: boolean;
  /** Whether the sentence of the line above goes on in it, as in terms of use: what it begins with is no statement. */
  readonly continues: boolean;
};

/** A whois answer: its text, decoded, and what was read out of it. */
export type WhoisText = {
  /** Lines end with \n. */
  readonly text: string;
  readonly entries: readonly Entry[];
  /** What a phrase may stand in: every line but the data below labels, up to the terms of use. */
  readonly lines: readonly Line[];
  /** What stands behind the line that ends the answer: terms of use, or an answer of another server. */
  readonly behind: string;
};
