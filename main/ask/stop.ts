import { SIGNALLED } from "./output/exit-code.ts";

/** Stops the command early, on a signal or when the output is closed. */
export class Stop {
  /** The exit code of the stopped command; null if the command was not stopped. */
  code: number | null = null;
  private readonly controller = new AbortController();

  /** @param outputClosed fires when the standard output is closed */
  constructor(outputClosed: AbortSignal) {
    for (const name of ["SIGINT", "SIGTERM"] as const)
      process.on(name, () => {
        // A second signal ends the process at once.
        if (this.code !== null) process.exit(SIGNALLED[name]);
        this.end(SIGNALLED[name]);
      });
    outputClosed.addEventListener("abort", () => this.end(SIGNALLED.SIGPIPE));
  }

  /** Fires when the command must stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  private end(code: number): void {
    this.code ??= code;
    this.controller.abort();
  }
}
