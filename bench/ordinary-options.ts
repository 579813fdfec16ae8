import { TOOLS, type Tool } from "./ordinary-calls.ts";

/**
 * Distances of the servers: `near` without round trips, `far` with 100 ms each, `dead` near but with one dead name
 * server per domain.
 */
export const NETWORKS = ["near", "far", "dead"] as const;
export type NetworkState = (typeof NETWORKS)[number];
/** Other load on the machine: none, or two busy loops. */
export const LOADS = ["idle", "busy"] as const;
export type Load = (typeof LOADS)[number];
/** The product in one process, or nginx in front of one process per target. */
export const FRONTS = ["all", "nginx"] as const;
export type FrontKind = (typeof FRONTS)[number];
/**
 * Rows of the table: 64 domains; 64 names below one domain; 64 times the same question; `dns` while the cert service
 * is stopped.
 */
export const ROWS = ["domains", "below", "same", "frozen"] as const;
export type Row = (typeof ROWS)[number];

const LEVELS = [1, 4, 8, 16, 32, 64] as const;
const FEW = [1, 16, 64] as const;

/** What a run measures. */
export type Choice = {
  readonly tools: readonly Tool[];
  readonly networks: readonly NetworkState[];
  readonly loads: readonly Load[];
  readonly fronts: readonly FrontKind[];
  readonly rows: readonly Row[];
  /**
   * Numbers of calls at once: `rated` if the servers are near and the machine is idle, when calls per second are
   * compared, and `others` in all other cases.
   */
  readonly levels: Readonly<Record<"rated" | "others", readonly number[]>>;
};

export const USAGE = `usage: bin/bench ordinary [--quick | --full] [WORD...]
  tools     ${TOOLS.join(" ")}
  networks  ${NETWORKS.join(" ")}
  loads     ${LOADS.join(" ")}
  fronts    ${FRONTS.join(" ")}
  rows      ${ROWS.join(" ")}
From each line, the words that are named are measured, or else all. ${LEVELS.join(", ")} calls at once if near and idle, otherwise ${FEW.join(", ")}.
  --quick  near, idle and all, unless others are named; ${FEW.join(", ")} at once
  --full   all numbers of calls at once, everywhere`;

/** Parses the command-line words; null if one of them is unknown. */
export function choose(words: readonly string[]): Choice | null {
  const quick = words.includes("--quick");
  const full = words.includes("--full");
  const left = new Set(words.filter((word) => word !== "--quick" && word !== "--full"));
  const of = <T extends string>(all: readonly T[], usual: readonly T[] = all): readonly T[] => {
    const named = all.filter((word) => left.has(word));
    for (const word of named) left.delete(word);
    return named.length > 0 ? named : usual;
  };
  // The word "all" names a front, and does not mean all words of a line.
  const choice: Choice = {
    tools: of(TOOLS),
    networks: of(NETWORKS, quick ? ["near"] : NETWORKS),
    loads: of(LOADS, quick ? ["idle"] : LOADS),
    fronts: of(FRONTS, quick ? ["all"] : FRONTS),
    rows: of(ROWS),
    levels: { rated: quick ? FEW : LEVELS, others: full ? LEVELS : FEW },
  };
  return left.size === 0 ? choice : null;
}
