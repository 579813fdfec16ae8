/** The tools of the bench. */
export const TOOLS = ["ours", "dnsviz", "zonemaster"] as const;
export type Tool = (typeof TOOLS)[number];

/** Why a tool says otherwise than the table of some rows, by their `keyOf`, and which of the two is right. */
export type Why = {
  readonly tool: Tool;
  readonly rows: RegExp;
  readonly right: "table" | "tool" | "both";
  readonly why: string;
};

export const WHY: readonly Why[] = [];
