import type { Reason } from "@dnstools/core/tool/outcome";
import type { Head } from "./data.ts";
import type { Effort } from "./observations.ts";

/** What a section comes to: how much there was to find out, how much of it is known, and why not the rest. */
export type Tally = { readonly wanted: number; readonly known: number; readonly reason: Reason | null };

const NONE: Effort = { questions: 0, failed: 0, elapsedMs: 0, ended: "time" };

/** A section's word of itself. */
export function headOf(effort: Effort | undefined, { wanted, known, reason }: Tally): Head {
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
