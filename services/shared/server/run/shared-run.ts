import { orAborted } from "@dnstools/concurrency/abortable";
import type { Judged } from "@dnstools/core/tool/tool";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";
import { clientGone } from "../http/problem.ts";
import type { OpenSpan } from "../trace/span.ts";
import { Follower } from "./follower.ts";

/** The judged result of a tool's run, shared by all calls with the same input. */
export type Run = Judged & {
  /** JSON text of the parts that are equal for all calls. It is generated only once because an answer may be large. */
  readonly shared: SharedText;
  readonly observedAt: string;
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /**
   * Time at which the result was cached, on the clock of performance.now(); null if the result does not come from the
   * cache.
   */
  readonly keptSince: number | null;
};

/** JSON texts of the answer's members, including those that a call may omit. */
export type SharedText = {
  /** The members `tool`, `query` and `summary`, without braces. */
  readonly head: string;
  readonly links: string;
  readonly data: string;
  readonly findings: string;
  readonly evidence: string;
};

/** The properties of a call that its run needs. */
export type Calling = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The span of the call's request. */
  readonly span: OpenSpan;
  /** Key of the caller; callers take turns in queues. */
  readonly caller: string;
  /** Milliseconds that the call has already waited for its turn. */
  readonly waitedMs: number;
  /** Receives progress. Must not throw, because other calls share the run. */
  readonly onProgress?: (progress: Progress) => void;
};

/** Abort reason of a run for which no call waits any longer. */
const GONE = "gone";

/**
 * A run in flight, and the calls that wait for the run. The signal of a single caller does not end the run. Unlike a
 * SingleFlight, a run reports progress to its calls, and its deadline fires the same signal as a cancellation.
 *
 *     waiting ──► working ──► its answer or error, for every call
 *        └───────────┴──► cancelled, when the last call has left
 */
export class SharedRun {
  /** Controller whose signal ends the work, at the deadline or when the run is cancelled. */
  readonly end = new AbortController();
  readonly span: OpenSpan;
  /** Progress of the work. */
  readonly progress = new WorkProgress();
  readonly done: Promise<Run>;
  private phase: Progress["phase"] = "waiting";
  private readonly calls = new Set<Calling>();
  private readonly followers = new Set<Follower>();

  /** @param work is started at once; must call `working` when its turn comes. */
  constructor(span: OpenSpan, work: (run: SharedRun) => Promise<Run>) {
    this.span = span;
    this.done = work(this);
    // Without this, the rejection would be unhandled if all calls have left.
    this.done.catch(() => {});
  }

  get state() {
    return { phase: this.isCancelled ? "cancelled" : this.phase, calls: this.calls.size } as const;
  }

  /** True if the run was cancelled. A run that reached its deadline was not cancelled. */
  get isCancelled(): boolean {
    return this.end.signal.reason === GONE;
  }

  /** Must be called when the run's turn has come and its work begins. */
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
    // If another call started the run, the run's span belongs to the trace of that call, so the span of this call links
    // to it.
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
