import type { Progress } from "@dnstools/server/client/call";

/** Characters of the bar. */
const BAR = 20;

/** How far a call has come, by all progress received so far. */
export type Came = { readonly progress: Progress | null; readonly finished: readonly string[] };

/** What is known after one more word of a call. */
export function further({ finished }: Came, progress: Progress): Came {
  return { progress, finished: [...(progress.parts ?? []).toReversed(), ...finished] };
}

/**
 * How far a call is, in one line: the questions that have ended of those sent so far, how long it takes, and the parts that are
 * finished, the last one first, since the line may be cut.
 * @param about the tool and its target.
 */
export function progressLine(about: string, { progress, finished }: Came, seconds: number): string {
  const time = seconds === 0 ? "" : `, ${seconds} s`;
  if (progress === null) return `${about}${time}`;
  if (progress.phase === "waiting") return `${about}: waiting for its turn${time}`;
  const { total = 0, done = 0 } = progress;
  if (total === 0) return `${about}: asking${time}`;
  const filled = Math.floor((BAR * Math.min(done, total)) / total);
  const bar = `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}]`;
  const parts = finished.length === 0 ? "" : `; finished: ${finished.join(", ")}`;
  return `${about} ${bar} ${done} of ${total} questions${time}${parts}`;
}
