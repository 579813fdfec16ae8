/** What to send in place of a value that is refused, where that is known. */
export type Instead = {
  /** The value to send; null: leave the parameter out. */
  readonly value: string | null;
  /** The parameter to send it in, where it is another one. */
  readonly parameter?: string;
  /** The tool to send it to, where this one has no such parameter. */
  readonly tool?: string;
};

/** A value that is refused: what to send instead, in words and, where it is known, as a value. */
export type Refused = { readonly ok: false; readonly message: string; readonly instead?: Instead };

/** A value read from text, or what to send instead. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused;
