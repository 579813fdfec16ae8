/** What to send instead of a refused value. */
export type Instead = {
  /** The value to send; null means to leave the parameter out. */
  readonly value: string | null;
  /** The parameter to use, if it is another one. */
  readonly parameter?: string;
  /** The tool to call, if this tool has no such parameter. */
  readonly tool?: string;
};

/** A refused value, with a message on what to send instead and, if known, the value to send. */
export type Refused = { readonly ok: false; readonly message: string; readonly instead?: Instead };

/** A parsed value, or a refusal that says what to send instead. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Refused;
