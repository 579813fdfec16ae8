import type { Report, Section } from "@dnstools/core/report/report";
import { renderMarkdown } from "@dnstools/render/markdown";

/** A shortened report in Markdown, and the headings of its incomplete sections. */
export type ShortReport = { readonly text: string; readonly leftOut: readonly string[] };

/**
 * Shortens a report to the blocks that fit, section by section, starting with the most important section. A block that
 * does not fit is skipped, and smaller blocks after it may still be included.
 * @param fits returns true if a text is short enough; a text without any section is accepted in any case
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
