import type { Fact } from "./labels.ts";

/** A label in a WHOIS response with its values. */
export type Entry = {
  /** The label as the registry writes it. */
  readonly title: string;
  /** The label in lower case, without dots, brackets and a trailing number. */
  readonly label: string;
  /** The heading above the label, or the first label of the label's paragraph (which may be the label itself). */
  readonly section: string;
  /** Number of the label's paragraph in the response, from 1. */
  readonly paragraph: number;
  /** The facts about the domain that the label states. */
  readonly facts: readonly Fact[];
  /**
   * The value on the label's own line, then the values on the lines below that belong to the label. No value is empty.
   */
  readonly values: readonly string[];
};

/**
 * A line of a WHOIS response that is the registry's own text and not data. Each run of white space is reduced to one
 * space.
 */
export type Line = {
  readonly text: string;
  readonly comment: boolean;
  /**
   * True if the line continues a sentence of the previous line, as in terms of use. The beginning of such a line is
   * not a statement of its own.
   */
  readonly continues: boolean;
};

/** A WHOIS response: its decoded text and what was parsed from it. */
export type WhoisText = {
  /** The decoded text, with lines separated by a line feed. */
  readonly text: string;
  readonly entries: readonly Entry[];
  /** The lines that may contain a phrase: all lines except data below labels, up to the terms of use. */
  readonly lines: readonly Line[];
  /** The text after the line that ends the response: terms of use, or the response of another server. */
  readonly behind: string;
};
