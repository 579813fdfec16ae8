import { join, outside } from "@dnstools/core/report/blocks";
import type { Text } from "@dnstools/core/report/report";
import type { ListData } from "./data.ts";

/** Maximum number of lists in one table cell. */
export const NAMES_MAX = 3;

/** How widely receivers use a list, in one word. */
export const USERS: Readonly<Record<ListData["weight"], string>> = {
  high: "many",
  medium: "some",
  low: "few",
};

/** Returns the names of the lists. */
export function zonesOf(lists: readonly ListData[]): readonly string[] {
  return lists.map(({ zone }) => zone);
}

/**
 * Describes up to `max` lists, each with a text in parentheses, and counts the remaining ones; null if there are no
 * lists.
 */
export function some(lists: readonly ListData[], max: number, textOf: (one: ListData) => Text): Text | null {
  if (lists.length === 0) return null;
  const shown = lists.slice(0, max).map((one) => join([outside(one.zone), " (", textOf(one), ")"]));
  const more = lists.length - max;
  return join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
}
