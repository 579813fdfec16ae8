import { type Static, Type } from "@sinclair/typebox";
import { type Finding, worstFirst } from "./finding.ts";
import { enumeration } from "./schema.ts";
import { VERDICTS } from "./verdict.ts";

/** The answer in one word and one sentence. */
export const Summary = Type.Object(
  {
    status: enumeration(
      VERDICTS,
      "`fail`: something is wrong; `unknown`: nothing wrong was found, and something that could be wrong could not be found out; `warning`: it works, and should be mended; `pass`: nothing to do.",
    ),
    text: Type.String({ description: "The fact that matters most, in one sentence." }),
  },
  { title: "Summary" },
);
export type Summary = Static<typeof Summary>;

/**
 * The summary that the findings make: the worst of them, and how many of that severity there are besides.
 * @param open what could not be found out and might be wrong, in one sentence; null for nothing.
 * @param good the sentence for an answer without a warning.
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
