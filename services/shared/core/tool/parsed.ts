/** What to send instead of a refused value. */
export type Instead = {
  /** The value to send; null means that the parameter should be left out. */
  readonly value: string | null;
  /** The parameter to use instead, if it is not the same parameter. */
  readonly parameter?: string;
  /** The tool to call instead, if this tool has no suitable parameter. */
  readonly tool?: string;
};

/** A refusal of a value, with a message on what to send instead and, if known, the value to send. */
export type Refused = { readonly ok: false; readonly message: string; readonly instead?: Instead };

/** A parsed value, or a refusal that says what to send instead. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused;
