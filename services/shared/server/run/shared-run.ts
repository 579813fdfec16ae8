import { orAborted } from "@dnstools/concurrency/abortable";
import type { Judged } from "@dnstools/core/tool/tool";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";
import { clientGone } from "../http/problem.ts";
import type { OpenSpan } from "../trace/span.ts";
import { Follower } from "./follower.ts";

/** The judged result of a tool's run, shared by all calls with the same input. */
export type Run = Judged & {
  /** JSON text of the parts that all callers share, generated once because an answer may be large. */
  readonly shared: SharedText;
  readonly observedAt: string;
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** When the result was cached, on the clock of performance.now(); null if it was not served from the cache. */
  readonly keptSince: number | null;
};

/** JSON texts of the answer's members, including those that a call may omit. */
export type SharedText = {
  readonly summary: string;
  readonly data: string;
  readonly findings: string;
  readonly evidence: string;
};

/** The properties of a call that a run needs. */
export type Calling = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The span of the request. */
  readonly span: OpenSpan;
  /** Key of the caller; callers take turns in queues. */
  readonly caller: string;
  /** Milliseconds that the call has already waited for its turn. */
  readonly waitedMs: number;
  /** Receives progress. Must not throw, because the run is shared with other calls. */
  readonly onProgress?: (progress: Progress) => void;
};

/** Abort reason of a run for which no call waits any longer. */
const GONE = "gone";

/**
 * A run in flight, and the calls that wait for it. The signal of a single caller does not end it. Unlike a
 * SingleFlight, it reports progress to its calls, and its deadline fires the same signal as a cancellation.
 *
 *     waiting ──► working ──► its answer or error, for every call
 *        └───────────┴──► cancelled, when the last call has left
 */
export class SharedRun {
  /** Ends the work, at its deadline or when it is cancelled. */
  readonly end = new AbortController();
  readonly span: OpenSpan;
  /** Progress of the work. */
  readonly progress = new WorkProgress();
  readonly done: Promise<Run>;
  private phase: Progress["phase"] = "waiting";
  private readonly calls = new Set<Calling>();
  private readonly followers = new Set<Follower>();

  /** @param work is started at once; must call `working` when its turn has come. */
  constructor(span: OpenSpan, work: (run: SharedRun) => Promise<Run>) {
    this.span = span;
    this.done = work(this);
    // If all calls have left, no call handles the rejection.
    this.done.catch(() => {});
  }

  get state() {
    return { phase: this.isCancelled ? "cancelled" : this.phase, calls: this.calls.size } as const;
  }

  /** True if the run was cancelled; reaching its deadline is not a cancellation. */
  get isCancelled(): boolean {
    return this.end.signal.reason === GONE;
  }

  /** Reports that the run's turn has come and its work begins. */
  working(): void {
    this.phase = "working";
    for (const follower of this.followers) follower.begin();
  }

  cancel(): void {
    this.end.abort(GONE);
  }

  /**
   * Waits for the run, unless the call's client hangs up first.
   * @param onLeft called when the last call has left.
   */
  async join(call: Calling, onLeft: () => void): Promise<Run> {
    this.calls.add(call);
    // A run that was started by another call has its span in that call's trace, so the call's span links to it.
    if (this.span.parentId !== call.span.context.spanId) call.span.links.push(this.span.context);
    const follower = call.onProgress === undefined ? null : this.follow(call.onProgress);
    try {
      const run = await orAborted(this.done, call.signal);
      if (run === null) throw clientGone();
      follower?.tell();
      return run;
    } finally {
      if (follower !== null) this.leave(follower);
      this.calls.delete(call);
      if (this.calls.size === 0) onLeft();
    }
  }

  /** Starts reporting the run's progress to a call, even if the call joined late. */
  private follow(onProgress: NonNullable<Calling["onProgress"]>): Follower {
    const follower = new Follower(this.progress, onProgress);
    this.followers.add(follower);
    if (this.phase === "waiting") onProgress({ phase: "waiting" });
    else follower.begin();
    return follower;
  }

  private leave(follower: Follower): void {
    follower.end();
    this.followers.delete(follower);
  }
}
