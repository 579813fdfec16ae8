/** What a whois answer says, by label; values of a label that comes more than once are lists. */
export type WhoisFields = Readonly<Record<string, readonly string[]>>;

/** A whois answer: its text, decoded, and what was read out of it. */
export type WhoisText = {
  /** Lines end with \n. */
  readonly text: string;
  readonly fields: WhoisFields;
};
