import type { Section } from "@dnstools/core/report/report";

/**
 * Returns the lines of all sections, each after an empty line. If there are more than `max` lines, sections that can be
 * left out are reduced to their heading, beginning with the last section.
 * @param instead text that is appended to such a heading.
 */
export function folded(
  parts: readonly { readonly section: Section; readonly lines: readonly string[] }[],
  max: number,
  instead: string,
): readonly string[] {
  let over = parts.reduce((sum, { lines }) => sum + lines.length + 1, 0) - max;
  const shown: string[] = [];
  let below = false;
  for (const { section, lines } of parts.toReversed()) {
    const [heading = ""] = lines;
    const isFolded = over > 0 && canBeLeftOut(section);
    if (shown.length > 0 && !(isFolded && below)) shown.unshift("");
    shown.unshift(...(isFolded ? [`${heading} ${instead}`] : lines));
    if (isFolded) over -= lines.length - 1;
    below = isFolded;
  }
  return parts.length === 0 ? [] : ["", ...shown];
}

/** Returns true for sections that pass, and for findings that are only informative. */
function canBeLeftOut({ status, blocks }: Section): boolean {
  return status === "pass" || (status === "none" && blocks.some(({ kind }) => kind === "finding"));
}
