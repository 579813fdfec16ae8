import type { Reason } from "@dnstools/core/tool/outcome";
import type { Head } from "./data.ts";
import type { Effort } from "./observations.ts";

/** The coverage of a section: how many items were wanted, how many were found out, and why not the rest. */
export type SectionTally = {
  readonly wanted: number;
  readonly known: number;
  readonly reason: Reason | null;
};

const NONE: Effort = { questions: 0, failed: 0, elapsedMs: 0, ended: "time" };

/** The head of a section: status and coverage. */
export function headOf(effort: Effort | undefined, { wanted, known, reason }: SectionTally): Head {
  const { questions, failed, elapsedMs, ended } = effort ?? NONE;
  const complete = known >= wanted && ended !== "time";
  const stoppedBy = complete || ended === "done" ? null : ended;
  return {
    status: complete ? "ok" : known > 0 ? "partial" : "unknown",
    reason: complete ? null : (reason ?? "budget"),
    complete,
    coverage: {
      wanted,
      known: Math.max(0, Math.min(known, wanted)),
      questions,
      failed,
      elapsedMs,
      stoppedBy,
    },
  };
}
