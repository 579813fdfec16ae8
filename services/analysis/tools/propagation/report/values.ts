import { join, outside } from "@dnstools/core/report/blocks";
import type { Text } from "@dnstools/core/report/report";
import { short } from "../../report-parts.ts";
import type { ResultData } from "../data.ts";
import type { ComparedType } from "../observations.ts";

/** Maximum number of values of an answer that are shown, and of characters of each value. */
const BOUNDS = { most: 3, characters: 80 } as const;

/**
 * Returns the values of an answer, and the name at which its CNAME chain ends. TXT values are quoted because they may
 * contain commas.
 */
export function valuesText(
  type: ComparedType,
  { values, total, alias }: Pick<ResultData, "values" | "total" | "alias">,
  { most, characters }: { readonly most: number; readonly characters: number } = BOUNDS,
): Text {
  const all = values ?? [];
  const shown = all.slice(0, most).map((value) => {
    const text = short(value, characters);
    return type === "TXT" ? join(['"', text, '"']) : text;
  });
  const more = (total ?? all.length) - shown.length;
  const text = all.length === 0 ? "none" : join([join(shown, ", "), more > 0 ? ` and ${more} more` : ""]);
  return alias === null ? text : join(["alias to ", outside(alias), ": ", text]);
}
