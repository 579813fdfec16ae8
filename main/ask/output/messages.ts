import { harmless } from "@dnstools/core/harmless";
import type { Terminal } from "./terminal.ts";

/** Erases the line that the cursor is in (ECMA-48 EL), and goes to its start. */
const ERASE = "\r\u001b[K";

/** Standard error: sentences that stay, and on a terminal one line below them that tells how far the work is. */
export type Messages = {
  /** Tells a sentence. */
  readonly say: (text: string) => void;
  /** Whether there is a line of progress: on a terminal alone. */
  readonly live: boolean;
  /** Changes the line of progress; empty for none. */
  readonly progress: (text: string) => void;
  /** Takes the line of progress away, and waits until all is written. */
  readonly end: () => Promise<void>;
};

export function openMessages(
  stream: Pick<NodeJS.WriteStream, "write" | "on">,
  { interactive, columns }: Terminal,
  env: NodeJS.ProcessEnv,
): Messages {
  // Nobody reads it: that is no reason to end.
  stream.on("error", () => {});
  // A dumb terminal cannot erase.
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
