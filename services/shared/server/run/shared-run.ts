import { orAborted } from "@dnstools/concurrency/abortable";
import type { Judged } from "@dnstools/core/tool/tool";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";
import { clientGone } from "../http/problem.ts";
import type { OpenSpan } from "../trace/span.ts";
import { Follower } from "./follower.ts";

/** One look and its judgement, shared by all who asked the same question meanwhile. */
export type Run = Judged & {
  /** JSON of what all callers share, made once: an answer may be large and shared by many. */
  readonly shared: SharedText;
  readonly observedAt: string;
  readonly elapsedMs: number;
  readonly deadlineMs: number;
  /** When it was put by, in milliseconds of the process's clock; null where it was made for who asks. */
  readonly keptSince: number | null;
};

/** The values of members of the answer's JSON object: the parts that every call gets, and those that a call may leave out. */
export type SharedText = {
  readonly summary: string;
  readonly data: string;
  readonly findings: string;
  readonly evidence: string;
};

/** A call as a run needs it. */
export type Calling = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The request's. */
  readonly span: OpenSpan;
  /** Callers take turns. */
  readonly caller: string;
  /** Milliseconds that the call has waited for its turn already. */
  readonly waitedMs: number;
  /** Must not throw: a run goes on for all of its calls. */
  readonly onProgress?: (progress: Progress) => void;
};

/** Why a run ended before its time: no call waits for it any longer. */
const GONE = "gone";

/**
 * A run under way, and the calls that wait for it; the signal of no single caller reaches it. Unlike a SingleFlight it tells
 * its calls how far it is, and its deadline ends the same signal as the last call.
 *
 *     waiting ──► working ──► its answer or error, for every call
 *        └───────────┴──► cancelled, when the last call has left
 */
export class SharedRun {
  /** Ends the work: at its deadline, or when it is cancelled. */
  readonly end = new AbortController();
  readonly span: OpenSpan;
  /** How far its work has come. */
  readonly progress = new WorkProgress();
  readonly done: Promise<Run>;
  private phase: Progress["phase"] = "waiting";
  private readonly calls = new Set<Calling>();
  private readonly followers = new Set<Follower>();

  /** @param work begins at once; calls `working` when its turn has come. */
  constructor(span: OpenSpan, work: (run: SharedRun) => Promise<Run>) {
    this.span = span;
    this.done = work(this);
    // Where all calls have left, none hears how it ended.
    this.done.catch(() => {});
  }

  get state() {
    return { phase: this.isCancelled ? "cancelled" : this.phase, calls: this.calls.size } as const;
  }

  /** Whether it was cancelled; its deadline is no cancellation. */
  get isCancelled(): boolean {
    return this.end.signal.reason === GONE;
  }

  /** The run's turn has come. */
  working(): void {
    this.phase = "working";
    for (const follower of this.followers) follower.begin();
  }

  cancel(): void {
    this.end.abort(GONE);
  }

  /** Waits for the run, unless the call's client hangs up before. @param onLeft called when the last call has left. */
  async join(call: Calling, onLeft: () => void): Promise<Run> {
    this.calls.add(call);
    // The span of a run that another call began is in that call's trace.
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

  /** Sends a call the run's progress, also to one that joined late. */
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
