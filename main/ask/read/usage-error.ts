/**
 * An error in the command line, which ends the command with exit code 2. The message explains what to write instead.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Additional lines of the message. */
  readonly more: readonly string[];

  constructor(message: string, more: readonly string[] = []) {
    super(message);
    this.more = more;
  }
}
