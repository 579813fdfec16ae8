/** Why a command did nothing, and what to do instead. Text for the operator. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** 2: the command was not understood; 1: it could not be done. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command is not one. */
export function misuse(message: string): Problem {
  return new Problem(message, 2);
}
