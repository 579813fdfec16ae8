import type { Bound } from "./figures.ts";

/** A goal of a crowd: its name, its bound, and the unit of both. */
export type CrowdGoal = readonly [name: string, bound: Bound, unit: string];

/** The goals of each crowd in each wiring. */
export const CROWD_GOALS = {
  slowest: ["slowest call, of its longest wait and deadline", "<= 1", "×"],
  failed: ["calls not answered", "= 0", "calls"],
  lost: ["datagrams lost by product, resolver and servers", "= 0", "datagrams"],
  // A few parts in a hundred answers may be unknown beyond those of a call by itself.
  unknown: ["parts unknown for want of time, beyond a call alone, a call", "<= 0.05", "parts"],
  // A process serves other calls, too.
  memory: ["memory, of the limit", "<= 0.75", "×"],
} as const satisfies Readonly<Record<string, CrowdGoal>>;
