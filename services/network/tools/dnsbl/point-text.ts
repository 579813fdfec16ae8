import type { Point } from "./observations.ts";

/**
 * Describes a test point for readers: its name and the list's answer.
 * @param zone the list's zone, which is left out of the name of the test point.
 */
export function pointText({ asked, status, reason, codes }: Point, zone = ""): string {
  const name = zone !== "" && asked.endsWith(`.${zone}`) ? asked.slice(0, -zone.length - 1) : asked;
  const answer = status === "not_listed" ? "not listed" : status;
  return `${name}: ${[answer, reason, ...codes].filter((word) => word !== null).join(" ")}`;
}
