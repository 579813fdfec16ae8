import type { Report, Section } from "@dnstools/core/report/report";
import { renderMarkdown } from "@dnstools/render/markdown";

/** A report in Markdown that fits, and the headings of sections that are not whole in it. */
export type ShortReport = { readonly text: string; readonly leftOut: readonly string[] };

/**
 * A report with as many of its blocks as there is room for: section by section in their order, which is by weight. A block that does
 * not fit is left out, and smaller ones behind it may still be in.
 * @param fits whether a text is short enough; that of a report without sections is taken anyway.
 */
export function shortReport(report: Report, fits: (text: string) => boolean): ShortReport {
  const sections: Section[] = [];
  const leftOut: string[] = [];
  let text = renderMarkdown({ ...report, sections });
  for (const section of report.sections) {
    let kept: Section = { ...section, blocks: [] };
    for (const block of section.blocks) {
      const more = { ...kept, blocks: [...kept.blocks, block] };
      const longer = renderMarkdown({ ...report, sections: [...sections, more] });
      if (!fits(longer)) continue;
      kept = more;
      text = longer;
    }
    if (kept.blocks.length > 0) sections.push(kept);
    if (kept.blocks.length < section.blocks.length) leftOut.push(section.heading);
  }
  return { text, leftOut };
}
