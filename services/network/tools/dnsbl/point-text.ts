import type { Point } from "./observations.ts";

/** A test point as people read it: its name, and what the list answered. @param zone of a list, to leave out of the name. */
export function pointText({ asked, status, reason, codes }: Point, zone = ""): string {
  const name = zone !== "" && asked.endsWith(`.${zone}`) ? asked.slice(0, -zone.length - 1) : asked;
  const answer = status === "not_listed" ? "not listed" : status;
  return `${name}: ${[answer, reason, ...codes].filter((word) => word !== null).join(" ")}`;
}
