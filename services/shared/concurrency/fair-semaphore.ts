import { onAbort } from "./abortable.ts";

/**
 * Result of an attempt to enter: `inside` (admitted), `full` (the queue has no space), `late` (the call waited too
 * long), or `gone` (the caller has disconnected).
 */
export type Entry = "inside" | "full" | "late" | "gone";

/** A call that requests admission. */
export type Entrant = {
  /** Identifies the caller, because callers take turns: an API key, a client address in any form, or an object. */
  readonly caller: object | string;
  /**
   * The name or address that the call is about. Calls about the same target share a limit; calls with an empty target
   * do not.
   */
  readonly target: string;
  /** Number of capacity units that the call uses, at least 1. */
  readonly weight: number;
  /** Maximum waiting time in milliseconds. With Infinity, the call waits until the caller's signal fires. */
  readonly waitMs: number;
};

/** The permission to run, which a caller holds until it calls `release`. */
export type Permit = { readonly release: () => void };

/** Limits of a semaphore. */
export type SemaphoreOptions = {
  /** Maximum sum of the weights of all admitted calls; 0 for no limit. */
  readonly capacity: number;
  /** Maximum sum of the weights of one caller's admitted calls; 0 for no limit. */
  readonly perCaller: number;
  /** Maximum number of admitted calls about one target; 0 for no limit. */
  readonly perTarget: number;
  /** Returns the maximum sum of the weights of all waiting calls. It may change over time. */
  readonly waitingMax: () => number;
};

const NEVER_ABORTED = new AbortController().signal;

type Waiter = Entrant & { readonly end: (entry: Entry) => void };

/**
 * A weighted semaphore with a fair, bounded queue. Callers take turns (round robin): a caller with one call waits for
 * at most one call of each other caller. The queue skips a call that the limit of its own caller or target holds back.
 * A call that only the capacity holds back is admitted next, so that light calls cannot starve a heavy one. When the
 * queue is full, a new call replaces the newest calls of the caller whose waiting calls weigh most, if they weigh more
 * than those of the new call's caller. `leave` must be called for every admitted call.
 */
export class FairSemaphore {
  private readonly options: SemaphoreOptions;
  private used = 0;
  private waiters = 0;
  /** Sum of the weights of all waiting calls. */
  private queued = 0;
  private readonly usedByCaller = new Map<object | string, number>();
  private readonly insideByTarget = new Map<string, number>();
  /** Waiting calls by caller. The caller that was served last is at the end. */
  private readonly queues = new Map<object | string, Waiter[]>();

  constructor(options: SemaphoreOptions) {
    this.options = options;
  }

  /**
   * Creates a semaphore for calls that have no weight or target and may wait without limit.
   * @param max maximum number of calls at the same time; 0 for no limit.
   * @param each maximum number of calls per caller; 0 for no limit.
   */
  static of(max: number, each: number): FairSemaphore {
    const waitingMax = () => Number.POSITIVE_INFINITY;
    return new FairSemaphore({ capacity: max, perCaller: each, perTarget: 0, waitingMax });
  }

  /** Sum of the weights of all admitted calls. */
  get inside(): number {
    return this.used;
  }

  /** Number of waiting calls. */
  get waiting(): number {
    return this.waiters;
  }

  /** Returns the number of waiting calls of one caller. */
  waitingOf(caller: object | string): number {
    return this.queues.get(caller)?.length ?? 0;
  }

  /**
   * Admits the call, immediately if possible, otherwise after waiting in the queue.
   * @param signal ends the wait when the caller disconnects.
   */
  enter(entrant: Entrant, signal: AbortSignal): Entry | Promise<Entry> {
    if (signal.aborted) return "gone";
    if (this.mayEnter(entrant) && this.fits(entrant) && !this.othersMayEnter()) {
      this.admit(entrant);
      return "inside";
    }
    if (entrant.waitMs <= 0) return "late";
    if (!this.makeRoom(entrant)) return "full";
    const { promise, resolve } = Promise.withResolvers<Entry>();
    const waiter: Waiter = {
      ...entrant,
      end: (entry) => {
        clearTimeout(timer);
        stopListening();
        this.remove(waiter);
        if (entry === "inside") this.admit(waiter);
        resolve(entry);
        // Other calls may have been held back only because of the call that left the queue.
        if (entry !== "inside") this.serve();
      },
    };
    const endless = entrant.waitMs === Number.POSITIVE_INFINITY;
    const timer = endless ? undefined : setTimeout(() => waiter.end("late"), entrant.waitMs);
    const stopListening = onAbort(signal, () => waiter.end("gone"));
    const queue = this.queues.get(entrant.caller);
    if (queue === undefined) this.queues.set(entrant.caller, [waiter]);
    else queue.push(waiter);
    this.waiters += 1;
    this.queued += entrant.weight;
    this.serve();
    return promise;
  }

  /**
   * Tries to enter without waiting, for a call without weight or target.
   * @returns null if the call would have to wait.
   */
  tryAcquire(caller: object | string): Permit | null {
    const entrant = { caller, target: "", weight: 1, waitMs: 0 };
    return this.enter(entrant, NEVER_ABORTED) === "inside" ? this.permitOf(entrant) : null;
  }

  /**
   * Waits to enter, for a call without weight or target.
   * @returns null if the signal fires first.
   */
  async acquire(caller: object | string, signal: AbortSignal): Promise<Permit | null> {
    const entrant = { caller, target: "", weight: 1, waitMs: Number.POSITIVE_INFINITY };
    return (await this.enter(entrant, signal)) === "inside" ? this.permitOf(entrant) : null;
  }

  /**
   * Releases the units of an admitted call.
   * @param entrant the same values that were passed to `enter`.
   */
  leave({ caller, target, weight }: Entrant): void {
    this.used -= weight;
    count(this.usedByCaller, caller, -weight);
    if (target !== "") count(this.insideByTarget, target, -1);
    this.serve();
  }

  private permitOf(entrant: Entrant): Permit {
    let held = true;
    return {
      release: () => {
        if (held) this.leave(entrant);
        held = false;
      },
    };
  }

  /** Returns true if the limits of the call's caller and target allow the call. */
  private mayEnter({ caller, target, weight }: Entrant): boolean {
    const { perCaller, perTarget } = this.options;
    const own = this.usedByCaller.get(caller) ?? 0;
    if (perCaller > 0 && own > 0 && own + weight > perCaller) return false;
    return target === "" || perTarget === 0 || (this.insideByTarget.get(target) ?? 0) < perTarget;
  }

  /** Returns true if the capacity allows the call. A call that is heavier than the whole capacity is admitted alone. */
  private fits({ weight }: Entrant): boolean {
    const { capacity } = this.options;
    return capacity === 0 || this.used === 0 || this.used + weight <= capacity;
  }

  /** Returns true if a waiting call is held back only by the capacity. That call is then admitted next. */
  private othersMayEnter(): boolean {
    for (const queue of this.queues.values()) if (queue.some((one) => this.mayEnter(one))) return true;
    return false;
  }

  private admit({ caller, target, weight }: Entrant): void {
    this.used += weight;
    count(this.usedByCaller, caller, weight);
    if (target !== "") count(this.insideByTarget, target, 1);
  }

  private remove(waiter: Waiter): void {
    const queue = this.queues.get(waiter.caller) ?? [];
    const at = queue.indexOf(waiter);
    if (at === -1) return;
    queue.splice(at, 1);
    this.waiters -= 1;
    this.queued -= waiter.weight;
    if (queue.length === 0) this.queues.delete(waiter.caller);
  }

  /**
   * Makes space in the queue for a new call. Replaces the newest waiting calls of callers whose waiting calls weigh more
   * than those of the new call's caller.
   * @returns false if this does not make enough space. Every waiting call then keeps its place.
   */
  private makeRoom({ caller, weight }: Entrant): boolean {
    let over = this.queued + weight - this.options.waitingMax();
    if (over <= 0) return true;
    const most = weightOf(this.queues.get(caller)) + weight;
    const others = [...this.queues]
      .filter(([other]) => other !== caller)
      .map(([, queue]) => ({ waiters: [...queue], weight: weightOf(queue) }));
    const replaced: Waiter[] = [];
    while (over > 0) {
      const heaviest = others.reduce((a, b) => (b.weight > a.weight ? b : a), { waiters: [], weight: most });
      const newest = heaviest.waiters.pop();
      if (newest === undefined) return false;
      heaviest.weight -= newest.weight;
      over -= newest.weight;
      replaced.push(newest);
    }
    for (const waiter of replaced) waiter.end("full");
    return true;
  }

  /** Admits waiting calls, one call of each caller in turn. */
  private serve(): void {
    for (let served = true; served; ) {
      served = false;
      for (const [caller, queue] of this.queues) {
        const waiter = queue.find((one) => this.mayEnter(one));
        if (waiter === undefined) continue;
        if (!this.fits(waiter)) return;
        this.queues.delete(caller);
        this.queues.set(caller, queue);
        waiter.end("inside");
        served = true;
        break;
      }
    }
  }
}

function weightOf(queue: readonly Waiter[] = []): number {
  return queue.reduce((sum, { weight }) => sum + weight, 0);
}

function count<K>(counts: Map<K, number>, key: K, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
