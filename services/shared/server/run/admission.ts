import { type Entrant, FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { Fault } from "@dnstools/core/tool/fault";
import { clientGone } from "../http/problem.ts";
import type { AdmissionMetrics } from "../metrics/request-metrics.ts";

/** How many calls one service works on at once. */
export type Load = {
  /** The sum of the weights of calls at work; 0 for any. A call weighs its tool's cost. */
  readonly capacity: number;
  /** The same of one caller, which leaves the rest to others; 0 for any. */
  readonly perCaller: number;
  /** Calls at work about one target; 0 for any number. */
  readonly perTarget: number;
  /** Milliseconds that a call waits for its turn at most (QUEUE_WAIT_MS), gateway and service together. */
  readonly queueWaitMs: number;
};

export type AdmissionOptions = Load & { readonly metrics: AdmissionMetrics };

/** One call that asks to be admitted. */
export type Admittee = {
  readonly caller: string;
  /** What the call asks about; empty where it takes no turn there. */
  readonly target: string;
  /** The tool's cost. */
  readonly cost: number;
  /** Milliseconds that the call has waited elsewhere already. */
  readonly waitedMs: number;
};

/** Ends a call's work: lets the next one begin. */
export type Leave = () => void;

/** However heavy a tool is, this many of its calls fit, also of one caller. */
const CALLS_MIN = 16;
/** Calls that may wait, whatever the rate. */
const WAITING_MIN = 128;
/** The part of the longest wait that the queue is as long as: what comes in at its end then enters in time. */
const QUEUE_PART = 0.8;
/** What a refused caller is told. */
const RETRY_AFTER_S = 2;

/**
 * Decides how many calls are at work at once. The others wait in a fair queue (see FairSemaphore), for `queueWaitMs` at most.
 * The queue holds as many calls as can begin within that time, measured by how many ended in the last second: what would wait
 * longer is refused at once.
 */
export class Admission {
  private readonly options: AdmissionOptions;
  private readonly semaphore: FairSemaphore;
  /** Calls that ended in this second and in the one before. */
  private readonly ended = { second: 0, now: 0, before: 0 };

  constructor(options: AdmissionOptions) {
    const { capacity, perCaller, perTarget, metrics } = options;
    this.options = options;
    this.semaphore = new FairSemaphore({
      capacity,
      perCaller,
      perTarget,
      waitingMax: () =>
        Math.max(WAITING_MIN, (QUEUE_PART * options.queueWaitMs * this.endedPerSecond()) / 1000),
    });
    metrics.watch({
      capacity,
      inside: () => this.semaphore.inside,
      waiting: () => this.semaphore.waiting,
    });
  }

  /**
   * Waits for the call's turn. @returns how to leave, to be called once.
   * @throws overloaded where there is no turn in time; client_gone where the caller has hung up.
   */
  enter(call: Admittee, signal: AbortSignal): Leave | Promise<Leave> {
    const entrant = {
      caller: call.caller,
      target: call.target,
      weight: this.weightOf(call.cost),
      waitMs: this.options.queueWaitMs - call.waitedMs,
    };
    const start = performance.now();
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
      this.noteEnd();
      this.semaphore.leave(entrant);
    };
  }

  private weightOf(cost: number): number {
    const bounds = [this.options.capacity, this.options.perCaller].filter((units) => units > 0);
    return Math.min(cost, ...bounds.map((units) => Math.max(1, Math.floor(units / CALLS_MIN))));
  }

  private noteEnd(): void {
    this.turnSecond();
    this.ended.now += 1;
  }

  private endedPerSecond(): number {
    this.turnSecond();
    return Math.max(this.ended.now, this.ended.before);
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
    detail: `More calls wait than can be answered in time. Try again in ${RETRY_AFTER_S} seconds.`,
    retryAfterS: RETRY_AFTER_S,
    workDone: false,
  });
}
