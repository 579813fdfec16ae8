import type { Section } from "@dnstools/core/report/report";

/**
 * The lines of all sections, each below an empty one. Where they are more than `max`, sections that can be left out show no more
 * than their heading, from the last on.
 * @param instead what such a heading ends with.
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

/** What passes, and findings that are no problem. */
function canBeLeftOut({ status, blocks }: Section): boolean {
  return status === "pass" || (status === "none" && blocks.some(({ kind }) => kind === "finding"));
}
