import { readFileSync } from "node:fs";

/** Where Linux says what a process may have; macOS has no such file. */
const LIMITS = "/proc/self/limits";

/**
 * How many descriptors (files, sockets, connections of clients) this process may have open at once: the soft limit, which Bun
 * has raised to the hard one at its start. Null where the system does not say or sets none. Throws nothing.
 */
export function readOpenFilesLimit(): number | null {
  try {
    return parseOpenFilesLimit(readFileSync(LIMITS, "utf8"));
  } catch {
    return null;
  }
}

/** The soft limit in a text of the form of `/proc/PID/limits`; null where it has none, or `unlimited`. */
export function parseOpenFilesLimit(text: string): number | null {
  const soft = /^Max open files +(\d+) /m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
