import { join, outside } from "@dnstools/core/report/blocks";
import type { Text } from "@dnstools/core/report/report";
import type { ListData } from "./data.ts";

/** Lists named in a row of a table. */
export const NAMES_MAX = 3;

/** How many receivers use a list. */
export const USERS: Readonly<Record<ListData["weight"], string>> = {
  high: "many",
  medium: "some",
  low: "few",
};

export function zonesOf(lists: readonly ListData[]): readonly string[] {
  return lists.map(({ zone }) => zone);
}

/** Some lists with a text each in parentheses, and how many there are more; null for none. */
export function some(lists: readonly ListData[], max: number, textOf: (one: ListData) => Text): Text | null {
  if (lists.length === 0) return null;
  const shown = lists.slice(0, max).map((one) => join([outside(one.zone), " (", textOf(one), ")"]));
  const more = lists.length - max;
  return join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
}
