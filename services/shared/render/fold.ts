import type { Section } from "@dnstools/core/report/report";

/**
 * Returns the lines of all sections, with an empty line before each section. If there are more than `max` lines,
 * sections that can be left out are reduced to their heading, beginning with the last section.
 * @param instead text that is appended to the heading of a reduced section.
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

/** Returns true for sections that pass, and for sections that contain only informative findings. */
function canBeLeftOut({ status, blocks }: Section): boolean {
  return status === "pass" || (status === "none" && blocks.some(({ kind }) => kind === "finding"));
}
