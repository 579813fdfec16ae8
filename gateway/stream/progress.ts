import type { Progress } from "@dnstools/server/client/call";

/** What is said of a call that waits for its turn at the gateway. */
export const WAITING: Progress = { phase: "waiting" };

/** How far a call has come, in words. */
export function progressText({ phase }: Progress): string {
  return phase === "waiting"
    ? "Waiting for a free place: other calls are at work."
    : "Asking servers, and reading what they say.";
}
