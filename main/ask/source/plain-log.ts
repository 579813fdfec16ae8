import type { Log } from "@dnstools/server/log";

/**
 * Creates a log for the command line, which prints only internal errors.
 * @param say prints one line
 */
export function plainLog(say: (line: string) => void): Log {
  return {
    debug() {},
    info() {},
    warn() {},
    error: (message, fields) =>
      say(fields?.["error"] === undefined ? message : `${message}: ${fields["error"]}`),
    verbose: false,
    // Query names may be logged, because only the user sees this log.
    queries: true,
  };
}
