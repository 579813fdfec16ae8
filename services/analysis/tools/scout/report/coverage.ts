import { blocks, facts, table } from "@dnstools/core/report/blocks";
import type { Section } from "@dnstools/core/report/report";
import type { ScoutData } from "../data.ts";
import { SECTION_WORDS, unknownCell } from "./words.ts";

const STOPPED_WORDS = { time: "its time limit", questions: "the maximum number of queries" } as const;

/** Builds the section on how complete each section of the data is, and why sections ended early. */
export function coverageSection(data: ScoutData): Section {
  const all = Object.entries(SECTION_WORDS).flatMap(([name, words]) => {
    const head = data[name as keyof typeof SECTION_WORDS];
    return head === null ? [] : [{ words, ...head }];
  });
  const open = all.filter(({ complete }) => !complete);
  const done = all.filter(({ complete }) => complete).map(({ words }) => words);
  return {
    heading: "How complete are these results?",
    status: open.length === 0 ? "pass" : "unknown",
    blocks: blocks([
      table(
        ["Part", "Known", "Reason", "Stopped by", "Queries", "Unanswered"],
        open.map(({ words, reason, coverage: { known, wanted, stoppedBy, questions: asked, failed } }) => [
          words,
          `${known} of ${wanted}`,
          unknownCell(reason),
          stoppedBy === null ? "" : STOPPED_WORDS[stoppedBy],
          `${asked}`,
          `${failed}`,
        ]),
      ),
      facts([["Complete", done.length === 0 ? null : done.join(", ")]]),
    ]),
  };
}
