import type { Progress } from "@dnstools/server/client/call";

/** What is said of a call that waits for its turn at the gateway. */
export const WAITING: Progress = { phase: "waiting" };

/** How far a call has come, in words: the same ones where numbers alone have changed, since a line that was sent stays as it is. */
export function progressText({ phase, total = 0, done = 0, parts = [] }: Progress): string {
  if (phase === "waiting") return "Waiting for a free place: other calls are at work.";
  if (parts.length > 0)
    return `Finished: ${parts.join(", ")}. ${done} of ${total} questions have ended so far.`;
  return "Asking servers, and reading what they say.";
}
