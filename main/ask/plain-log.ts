import type { Log } from "@dnstools/server/log";

/** A log for a person at a terminal: sentences, and of our own mistakes the error too. @param say takes one line. */
export function plainLog(say: (line: string) => void): Log {
  return {
    debug() {},
    info() {},
    warn: (message) => say(message),
    error: (message, fields) =>
      say(fields?.["error"] === undefined ? message : `${message}: ${fields["error"]}`),
    verbose: false,
    // Nobody but the caller reads it.
    queries: true,
  };
}
