import type { Reason } from "@dnstools/core/tool/outcome";
import type { Head } from "./data.ts";
import type { Effort } from "./observations.ts";

/**
 * Number of items that a section should determine, number of those that it determined, and why the other items are
 * unknown.
 */
export type SectionTally = {
  readonly wanted: number;
  readonly known: number;
  readonly reason: Reason | null;
};

const NONE: Effort = { questions: 0, failed: 0, elapsedMs: 0, ended: "time" };

/** Builds the fields that every section has: its status and its coverage. */
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
