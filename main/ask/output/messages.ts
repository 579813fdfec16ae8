import { harmless } from "@dnstools/core/harmless";
import type { Terminal } from "./terminal.ts";

/** Escape sequence that moves the cursor to the start of the line and erases the line (ECMA-48 EL). */
const ERASE = "\r\u001b[K";

/** Messages on standard error: permanent lines and, on a terminal, a progress line below them. */
export type Messages = {
  /** Prints a message. */
  readonly say: (text: string) => void;
  /** True if there is a progress line, which requires a terminal. */
  readonly live: boolean;
  /** Replaces the progress line; an empty text removes it. */
  readonly progress: (text: string) => void;
  /** Removes the progress line and waits until everything is written. */
  readonly end: () => Promise<void>;
};

/** Creates the messages on a stream, usually standard error. */
export function openMessages(
  stream: Pick<NodeJS.WriteStream, "write" | "on">,
  { interactive, columns }: Terminal,
  env: NodeJS.ProcessEnv,
): Messages {
  // Errors are ignored: the command continues even if its messages cannot be written.
  stream.on("error", () => {});
  // A dumb terminal cannot erase a line, so it gets no progress line.
  const live = interactive && env["TERM"] !== "dumb";
  let shown = "";
  const progress = (text: string) => {
    const line = harmless(text).slice(0, columns - 1);
    if (!live || line === shown) return;
    stream.write(`${shown === "" ? "" : ERASE}${line}`);
    shown = line;
  };
  return {
    live,
    say(text) {
      const erase = shown === "" ? "" : ERASE;
      stream.write(`${erase}${harmless(text)}\n${shown}`);
    },
    progress,
    end() {
      progress("");
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.write("", () => resolve());
      return promise;
    },
  };
}
