import { SIGNALLED } from "./output/exit-code.ts";

/** What ends the work before its time: a signal, or the reader of the output that is gone. */
export class Stop {
  /** The exit code that it ends with; null while nothing has ended it. */
  code: number | null = null;
  private readonly controller = new AbortController();

  /** @param outputClosed fires when the reader of the output is gone. */
  constructor(outputClosed: AbortSignal) {
    for (const name of ["SIGINT", "SIGTERM"] as const)
      process.on(name, () => {
        // Whoever asks twice does not want to wait.
        if (this.code !== null) process.exit(SIGNALLED[name]);
        this.end(SIGNALLED[name]);
      });
    outputClosed.addEventListener("abort", () => this.end(SIGNALLED.SIGPIPE));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  private end(code: number): void {
    this.code ??= code;
    this.controller.abort();
  }
}
