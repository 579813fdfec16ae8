import { TOOLS, type Tool } from "./ordinary-calls.ts";

/** How far the servers are: as in the lab without round trips, 100 ms each, or near with one dead name server a domain. */
export const NETWORKS = ["near", "far", "dead"] as const;
export type NetworkState = (typeof NETWORKS)[number];
/** What else the machine does: nothing, or two busy loops. */
export const LOADS = ["idle", "busy"] as const;
export type Load = (typeof LOADS)[number];
/** The product in one process, or nginx before one process per target. */
export const FRONTS = ["all", "nginx"] as const;
export type FrontKind = (typeof FRONTS)[number];
/** 64 domains; 64 names below one; 64 times the same question; `dns` while the cert service stands still. */
export const ROWS = ["domains", "below", "same", "frozen"] as const;
export type Row = (typeof ROWS)[number];

const LEVELS = [1, 4, 8, 16, 32, 64] as const;
const FEW = [1, 16, 64] as const;

/** What is measured. */
export type Choice = {
  readonly tools: readonly Tool[];
  readonly networks: readonly NetworkState[];
  readonly loads: readonly Load[];
  readonly fronts: readonly FrontKind[];
  readonly rows: readonly Row[];
  /** Calls at once: where servers are near and the machine is idle, so that calls a second can be compared, and elsewhere. */
  readonly levels: Readonly<Record<"rated" | "others", readonly number[]>>;
};

export const USAGE = `usage: bin/bench ordinary [--quick | --full] [WORD...]
  tools     ${TOOLS.join(" ")}
  networks  ${NETWORKS.join(" ")}
  beside    ${LOADS.join(" ")}
  fronts    ${FRONTS.join(" ")}
  rows      ${ROWS.join(" ")}
Of each line the words that are named, or all. ${LEVELS.join(", ")} calls at once where near and idle, elsewhere ${FEW.join(", ")}.
  --quick  near, idle and all where nothing else is named; ${FEW.join(", ")} at once
  --full   every number of calls everywhere`;

/** Reads the words. @returns null where one of them is none. */
export function choose(words: readonly string[]): Choice | null {
  const quick = words.includes("--quick");
  const full = words.includes("--full");
  const left = new Set(words.filter((word) => word !== "--quick" && word !== "--full"));
  const of = <T extends string>(all: readonly T[], usual: readonly T[] = all): readonly T[] => {
    const named = all.filter((word) => left.has(word));
    for (const word of named) left.delete(word);
    return named.length > 0 ? named : usual;
  };
  // "all" is a front and stands for nothing else.
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
