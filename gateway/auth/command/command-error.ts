/** An error that stops a command. Its message explains the cause to the operator, and how to correct it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2 if the command line was invalid, 1 if the command failed. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the error for an invalid command line. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
