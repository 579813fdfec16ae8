/** The command was not understood: its message says what to write instead. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Further lines for the caller. */
  readonly more: readonly string[];

  constructor(message: string, more: readonly string[] = []) {
    super(message);
    this.more = more;
  }
}
