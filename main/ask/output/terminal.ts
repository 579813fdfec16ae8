/** Properties of the terminal or file behind a stream. */
export type Terminal = {
  /** True if the stream is a terminal. */
  readonly interactive: boolean;
  /** Maximum width of printed lines, in columns. */
  readonly columns: number;
  readonly colours: boolean;
};

/** Maximum width of text in columns; longer lines are hard to read. */
const COLUMNS_MAX = 100;
/** Minimum width of text in columns; tables need at least this width. */
const COLUMNS_MIN = 40;

type Stream = { readonly isTTY?: boolean; readonly columns?: number };

/**
 * Determines the properties of a stream. FORCE_COLOR (0 for no colours) takes precedence over NO_COLOR (no-color.org: any
 * non-empty value), as in Node.js. A dumb terminal has no colours.
 */
export function terminalOf({ isTTY = false, columns = 0 }: Stream, env: NodeJS.ProcessEnv): Terminal {
  const { FORCE_COLOR: force = "", NO_COLOR: no = "", TERM: term } = env;
  const byItself = isTTY && no === "" && term !== "dumb";
  return {
    interactive: isTTY,
    columns: columns === 0 ? COLUMNS_MAX : Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, columns)),
    colours: force === "" ? byItself : force !== "0" && force !== "false",
  };
}
