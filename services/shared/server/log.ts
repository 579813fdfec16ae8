import { harmlessJson } from "@dnstools/core/harmless";
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** One JSON object a line. Never a name asked, a client's address or a key, unless LOG_QUERIES is on. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: Fields) => void>> & {
  /** Whether debug lines are written, to be asked before making one on a hot path. */
  readonly verbose: boolean;
  /** Whether lines may tell what was asked and by whom (LOG_QUERIES). */
  readonly queries: boolean;
};

/**
 * @param write where lines go; stdout by default.
 * @param queries whether lines may tell what was asked and by whom.
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

/** An error's own words for the log, with its causes. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` <- ${describe(error.cause)}`;
  return `${error.stack || `${error.name}: ${error.message}`}${cause}`;
}
