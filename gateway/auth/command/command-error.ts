/** An error that stops a command. Its message tells the operator the cause and what to do instead. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2 if the command was not understood, 1 if it failed. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the error for a command that was not understood. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
