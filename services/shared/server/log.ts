import { harmlessJson } from "@dnstools/core/harmless";
/** Log levels in ascending order of severity. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
/** A log level. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields of a log line by name. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A log with one JSON object per line. Unless LOG_QUERIES is on, lines contain no queried name, client address or key.
 */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: Fields) => void>> & {
  /** True if debug lines are written; a hot path should check this before it builds a debug line. */
  readonly verbose: boolean;
  /** True if lines may contain queried names and client addresses (LOG_QUERIES). */
  readonly queries: boolean;
};

/**
 * Creates a log.
 * @param level minimum level of the lines to write.
 * @param base fields of every line.
 * @param write writes a line; default: to stdout.
 * @param queries true if lines may contain queried names and client addresses.
 */
export function createLog(
  level: LogLevel,
  base: Fields,
  write = (line: string) => void process.stdout.write(line),
  queries = false,
): Log {
  const least = LOG_LEVELS.indexOf(level);
  const at = (own: LogLevel) => (message: string, fields?: Fields) => {
    if (LOG_LEVELS.indexOf(own) < least) return;
    write(
      `${harmlessJson(JSON.stringify({ time: new Date().toISOString(), level: own, message, ...base, ...fields }))}\n`,
    );
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    verbose: level === "debug",
    queries,
  };
}

/** Returns an error's stack or message for the log, with its causes. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` <- ${describe(error.cause)}`;
  return `${error.stack || `${error.name}: ${error.message}`}${cause}`;
}
