import { type Static, Type } from "@sinclair/typebox";
import { type Finding, worstFirst } from "./finding.ts";
import { enumeration } from "./schema.ts";
import { VERDICTS } from "./verdict.ts";

/** Schema of a summary of the answer in one word and one sentence. */
export const Summary = Type.Object(
  {
    status: enumeration(
      VERDICTS,
      "`fail`: something is wrong; `unknown`: nothing wrong was found, but something relevant could not be determined; `warning`: it works but should be fixed; `pass`: nothing needs to be done.",
    ),
    text: Type.String({ description: "Most important fact, in one sentence." }),
  },
  { title: "Summary" },
);
/** Summary of an answer in one word and one sentence. */
export type Summary = Static<typeof Summary>;

/**
 * Builds the summary from the findings: the worst finding, and the number of other findings of the same severity.
 * @param open one sentence on what could not be determined and might be wrong; null if there is nothing.
 * @param good the sentence for an answer without errors and warnings.
 */
export function summarize(
  findings: readonly Finding[],
  { open, good }: { readonly open: string | null; readonly good: string },
): Summary {
  const sorted = worstFirst(findings);
  const errors = sorted.filter(({ severity }) => severity === "critical" || severity === "error");
  if (errors.length > 0) return { status: "fail", text: withMore(errors, "error") };
  if (open !== null) return { status: "unknown", text: open };
  const warnings = sorted.filter(({ severity }) => severity === "warning");
  return warnings.length > 0
    ? { status: "warning", text: withMore(warnings, "warning") }
    : { status: "pass", text: good };
}

function withMore([first, ...more]: readonly Finding[], word: string): string {
  const text = first?.message ?? "";
  if (more.length === 0) return text;
  return `${text.replace(/[.:]$/, "")} (and ${more.length} more ${word}${more.length === 1 ? "" : "s"}).`;
}
