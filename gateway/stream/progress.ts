import type { Progress } from "@dnstools/server/client/call";

/** The progress of a call that waits for its turn at the gateway. */
export const WAITING: Progress = { phase: "waiting" };

/**
 * Returns the progress of a call as text. The text changes only when a part of the call is finished, because a line
 * that was sent cannot be changed.
 */
export function progressText({ phase, total = 0, done = 0, parts = [] }: Progress): string {
  if (phase === "waiting") return "Waiting for other calls to finish.";
  if (parts.length > 0) return `Finished: ${parts.join(", ")}. ${done} of ${total} queries are done so far.`;
  return "Querying servers and reading their responses.";
}
