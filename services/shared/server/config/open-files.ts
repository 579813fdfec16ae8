import { readFileSync } from "node:fs";

/** File in which Linux lists the resource limits of a process; macOS has no such file. */
const LIMITS = "/proc/self/limits";

/**
 * Returns the number of file descriptors (files, sockets, client connections) that this process may open: the soft
 * limit, which Bun raises to the hard limit when it starts. Returns null if the system does not report a limit, or
 * sets none. Never throws.
 */
export function readOpenFilesLimit(): number | null {
  try {
    return parseOpenFilesLimit(readFileSync(LIMITS, "utf8"));
  } catch {
    return null;
  }
}

/** Parses the soft limit on open files from the text of `/proc/PID/limits`; null if it is missing or `unlimited`. */
export function parseOpenFilesLimit(text: string): number | null {
  const soft = /^Max open files +(\d+) /m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
