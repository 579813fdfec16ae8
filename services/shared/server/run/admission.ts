import { type Entrant, FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { Fault } from "@dnstools/core/tool/fault";
import { clientGone } from "../http/problem.ts";
import type { AdmissionMetrics } from "../metrics/request-metrics.ts";

/** Limits on the calls that one service works on at once. */
export type Load = {
  /** Maximum total weight of calls in progress; 0 for no limit. A call's weight is its tool's cost. */
  readonly capacity: number;
  /** Maximum total weight of one caller's calls, so that capacity remains for other callers; 0 for no limit. */
  readonly perCaller: number;
  /** Maximum number of calls in progress about one target, such as a domain; 0 for no limit. */
  readonly perTarget: number;
  /**
   * Maximum milliseconds that a call waits for its turn, at the gateway and at the service in total (QUEUE_WAIT_MS).
   */
  readonly queueWaitMs: number;
};

/** Limits and metrics of an admission. */
export type AdmissionOptions = Load & { readonly metrics: AdmissionMetrics };

/** A call that requests admission. */
export type Admittee = {
  readonly caller: string;
  /** The targets of the call, as one text; empty if calls about these targets need not take turns. */
  readonly target: string;
  /** The cost of the call's tool, which is the weight of the call. */
  readonly cost: number;
  /** Milliseconds that the call has already waited elsewhere. */
  readonly waitedMs: number;
};

/** Reports the end of a call's work, so that the next call can begin. */
export type Leave = () => void;

/**
 * Minimum number of calls of a tool that may be in progress at once whatever the tool costs, in total and for one
 * caller.
 */
const CALLS_MIN = 16;
/** Minimum weight that the queue can hold, whatever the rate at which calls end. */
const WAITING_MIN = 128;
/**
 * Share of the maximum wait from which the length of the queue is calculated, so that a call that joins at the end of
 * the queue still begins in time.
 */
const QUEUE_PART = 0.8;
/**
 * Milliseconds after the beginning of a queue in which a unit of weight is assumed to begin every UNIT_MS
 * milliseconds, or faster if calls end faster. How fast a burst is worked off shows only when its first calls end, and
 * most bursts are over before their last call has waited too long.
 */
const BURST_MS = 2000;
/** About the CPU milliseconds of a call for each unit of its cost: `mail` and `dnsbl` need 2 to 4. */
const UNIT_MS = 3;
/** Seconds after which a refused caller may retry. */
const RETRY_AFTER_S = 2;

/**
 * Limits the calls in progress. Further calls wait in a fair queue (see FairSemaphore), at most for `queueWaitMs`. The
 * queue holds as much weight as can begin within this time, estimated from the calls that ended in the last second, or
 * at the beginning of a queue from UNIT_MS. Calls beyond this weight are refused at once.
 */
export class Admission {
  private readonly options: AdmissionOptions;
  private readonly semaphore: FairSemaphore;
  /** Maximum weight of one call, see CALLS_MIN. */
  private readonly weightMax: number;
  /** Weight of the calls that ended in the current second and in the previous one. */
  private readonly ended = { second: 0, now: 0, before: 0 };
  /** Last time at which no call waited for capacity, in milliseconds of `performance.now()`. */
  private unqueuedAt = 0;

  constructor(options: AdmissionOptions) {
    const { capacity, perCaller, perTarget, metrics } = options;
    this.options = options;
    const bounds = [capacity, perCaller].filter((units) => units > 0);
    this.weightMax = Math.min(...bounds.map((units) => Math.max(1, Math.floor(units / CALLS_MIN))));
    this.semaphore = new FairSemaphore({
      capacity,
      perCaller,
      perTarget,
      waitingMax: () => Math.max(WAITING_MIN, QUEUE_PART * options.queueWaitMs * this.beginPerMs()),
    });
    metrics.watch({
      capacity,
      inside: () => this.semaphore.inside,
      waiting: () => this.semaphore.waiting,
    });
  }

  /**
   * Waits for the call's turn.
   * @returns a function to call once, when the work for the call has ended.
   * @throws overloaded if no turn comes in time; client_gone if the caller has hung up.
   */
  enter(call: Admittee, signal: AbortSignal): Leave | Promise<Leave> {
    const entrant = {
      caller: call.caller,
      target: call.target,
      weight: Math.min(call.cost, this.weightMax),
      waitMs: this.options.queueWaitMs - call.waitedMs,
    };
    const start = performance.now();
    const { waiting, inside } = this.semaphore;
    // A call that waits for its target or its caller does not make a queue for capacity.
    const { capacity } = this.options;
    if (waiting === 0 || capacity === 0 || inside + this.weightMax <= capacity) this.unqueuedAt = start;
    const entry = this.semaphore.enter(entrant, signal);
    if (entry === "inside") return this.entered(entrant, start);
    return Promise.resolve(entry).then((ended) => {
      if (ended === "inside") return this.entered(entrant, start);
      if (ended === "gone") throw clientGone(false);
      this.options.metrics.refused(ended);
      throw overloaded();
    });
  }

  private entered(entrant: Entrant, start: number): Leave {
    this.options.metrics.waited(performance.now() - start);
    return () => {
      this.turnSecond();
      this.ended.now += entrant.weight;
      this.semaphore.leave(entrant);
    };
  }

  /** Estimates how much weight can begin in a millisecond. */
  private beginPerMs(): number {
    this.turnSecond();
    const now = performance.now();
    const ended = Math.max(this.ended.now, this.ended.before) / 1000;
    return now - this.unqueuedAt < BURST_MS ? Math.max(ended, 1 / UNIT_MS) : ended;
  }

  private turnSecond(): void {
    const { ended } = this;
    const second = Math.floor(performance.now() / 1000);
    if (second === ended.second) return;
    ended.before = second === ended.second + 1 ? ended.now : 0;
    ended.now = 0;
    ended.second = second;
  }
}

function overloaded(): Fault {
  return new Fault("overloaded", {
    detail: `More calls are waiting than can be answered in time. Try again in ${RETRY_AFTER_S} seconds.`,
    retryAfterS: RETRY_AFTER_S,
    workDone: false,
  });
}
