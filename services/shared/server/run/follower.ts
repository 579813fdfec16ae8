import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";

/** Minimum milliseconds between two progress messages of a call. */
const TELL_MS = 100;

/**
 * Reports the progress of work to one call: once when the work begins, and then the changes, at most ten times a
 * second.
 */
export class Follower {
  private readonly work: WorkProgress;
  private readonly onProgress: (progress: Progress) => void;
  private timer: NodeJS.Timeout | null = null;
  private told = { total: 0, done: 0, parts: 0 };

  /** @param onProgress must not throw. */
  constructor(work: WorkProgress, onProgress: (progress: Progress) => void) {
    this.work = work;
    this.onProgress = onProgress;
  }

  /** Starts reporting. Must not be called before the work has begun. */
  begin(): void {
    this.send();
    this.timer = setInterval(() => this.tell(), TELL_MS);
  }

  /** Reports the changes since the last progress message, if there are any. */
  tell(): void {
    const { work, told } = this;
    const { total, done } = work;
    if (total !== told.total || done !== told.done || work.partsFrom(told.parts).length > 0) this.send();
  }

  /** Stops reporting. */
  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  private send(): void {
    const { total, done } = this.work;
    const parts = this.work.partsFrom(this.told.parts);
    this.told = { total, done, parts: this.told.parts + parts.length };
    this.onProgress({ phase: "working", total, done, ...(parts.length === 0 ? {} : { parts }) });
  }
}
