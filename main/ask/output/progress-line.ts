import type { Progress } from "@dnstools/server/client/call";

/** Width of the progress bar in characters. */
const BAR = 20;

/** The latest progress report of a call, and the parts of the call that have finished, the latest one first. */
export type Came = { readonly progress: Progress | null; readonly finished: readonly string[] };

/** Adds a progress report to the state of a call. */
export function further({ finished }: Came, progress: Progress): Came {
  return { progress, finished: [...(progress.parts ?? []).toReversed(), ...finished] };
}

/**
 * Formats the progress of a call as one line: the finished share of the queries sent so far, the elapsed time, and the
 * finished parts. The latest part comes first, because the line may be cut.
 * @param about the tool and its target
 * @param seconds elapsed time; 0 is not shown
 */
export function progressLine(about: string, { progress, finished }: Came, seconds: number): string {
  const time = seconds === 0 ? "" : `, ${seconds} s`;
  if (progress === null) return `${about}${time}`;
  if (progress.phase === "waiting") return `${about}: waiting for its turn${time}`;
  const { total = 0, done = 0 } = progress;
  if (total === 0) return `${about}: querying${time}`;
  const filled = Math.floor((BAR * Math.min(done, total)) / total);
  const bar = `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}]`;
  const parts = finished.length === 0 ? "" : `; finished: ${finished.join(", ")}`;
  return `${about} ${bar} ${done} of ${total} queries${time}${parts}`;
}
