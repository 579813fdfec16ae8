/** Why a command did nothing, and what to do instead. Text for the operator. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2: the command was not understood; 1: it could not be done. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command is not one. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
