import type { Point } from "./seen.ts";

/** A test point as people read it: its name, and what the list answered. */
export function pointText({ asked, status, reason, codes }: Point): string {
  const answer = status === "not_listed" ? "not listed" : status;
  return `${asked}: ${[answer, reason, ...codes].filter((word) => word !== null).join(" ")}`;
}
