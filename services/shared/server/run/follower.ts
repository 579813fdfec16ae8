import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";

/** The least milliseconds between two messages of a call's progress. */
const TELL_MS = 100;

/** Sends one call the progress of its work: when it begins, then what has changed, ten times a second at most. */
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

  /** The work has begun, now or some time ago. */
  begin(): void {
    this.send();
    this.timer = setInterval(() => this.tell(), TELL_MS);
  }

  /** Sends what has changed since the last time. */
  tell(): void {
    const { work, told } = this;
    const { total, done } = work;
    if (total !== told.total || done !== told.done || work.partsFrom(told.parts).length > 0) this.send();
  }

  /** No progress is sent from here on. */
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
