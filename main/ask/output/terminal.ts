/** What a stream shows text on. */
export type Terminal = {
  /** Whether a person sees it as it comes. */
  readonly interactive: boolean;
  /** Columns that text may take. */
  readonly columns: number;
  readonly colours: boolean;
};

/** Longer lines are hard to read. */
const COLUMNS_MAX = 100;
/** Narrower, a table is none. */
const COLUMNS_MIN = 40;

type Stream = { readonly isTTY?: boolean; readonly columns?: number };

/**
 * What a stream is, by itself and by the environment: FORCE_COLOR (0: none) goes before NO_COLOR (no-color.org: any text but an
 * empty one), as Node.js and its tools have it; a dumb terminal has no colours.
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
