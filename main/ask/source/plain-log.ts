import type { Log } from "@dnstools/server/log";

/** A log for a person at a terminal: our own mistakes alone; the rest is for operators. @param say takes one line. */
export function plainLog(say: (line: string) => void): Log {
  return {
    debug() {},
    info() {},
    warn() {},
    error: (message, fields) =>
      say(fields?.["error"] === undefined ? message : `${message}: ${fields["error"]}`),
    verbose: false,
    // Nobody but the caller reads it.
    queries: true,
  };
}
