import { onAbort } from "./abortable.ts";

/** How an attempt to enter ended: inside, refused (the queue is full, the wait was too long), or the caller has hung up. */
export type Entry = "inside" | "full" | "late" | "gone";

/** One call that wants to enter. */
export type Entrant = {
  /** Callers take turns: an API key or a client's address in any form, or an object that stands for the caller. */
  readonly caller: object | string;
  /** What the call is about; calls about one target are limited together. Empty: no limit of this kind. */
  readonly target: string;
  /** How much of the capacity the call takes, at least 1. */
  readonly weight: number;
  /** Milliseconds that the call may wait; Infinity for as long as its signal lets it. */
  readonly waitMs: number;
};

/** What a caller holds while it is inside. */
export type Permit = { readonly release: () => void };

export type SemaphoreOptions = {
  /** The sum of the weights inside; 0 for any. */
  readonly capacity: number;
  /** The same of one caller; 0 for any. */
  readonly perCaller: number;
  /** Calls about one target inside at once; 0 for any number. */
  readonly perTarget: number;
  /** Calls that may wait, of all callers, as things are now. */
  readonly waitingMax: () => number;
};

const NEVER_ABORTED = new AbortController().signal;

type Waiter = Entrant & { readonly end: (entry: Entry) => void };

/**
 * A weighted semaphore with a fair, bounded queue. Callers take turns (round robin): a caller with one call waits for at most
 * one call of each other caller. A call that its own caller or target holds back is passed over; a call that only the capacity
 * holds back is next, so that light calls cannot keep a heavy one out. Where the queue is full, the caller with the most calls
 * in it loses its newest one to a caller with fewer. Whoever is inside must leave.
 */
export class FairSemaphore {
  private readonly options: SemaphoreOptions;
  private used = 0;
  private waiters = 0;
  private readonly usedByCaller = new Map<object | string, number>();
  private readonly insideByTarget = new Map<string, number>();
  /** Calls that wait, by caller; the caller that was served last is at the end. */
  private readonly queues = new Map<object | string, Waiter[]>();

  constructor(options: SemaphoreOptions) {
    this.options = options;
  }

  /** A semaphore for callers without weight or target, who may wait as long as they like. @param max at once; @param each of one caller; 0 for any. */
  static of(max: number, each: number): FairSemaphore {
    const waitingMax = () => Number.POSITIVE_INFINITY;
    return new FairSemaphore({ capacity: max, perCaller: each, perTarget: 0, waitingMax });
  }

  /** The sum of the weights inside. */
  get inside(): number {
    return this.used;
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.waiters;
  }

  /** Calls of one caller that wait. */
  waitingOf(caller: object | string): number {
    return this.queues.get(caller)?.length ?? 0;
  }

  /** Enters, at once where there is room. @param signal ends the wait when the caller hangs up. */
  enter(entrant: Entrant, signal: AbortSignal): Entry | Promise<Entry> {
    if (signal.aborted) return "gone";
    if (this.mayEnter(entrant) && this.fits(entrant) && !this.othersMayEnter()) {
      this.admit(entrant);
      return "inside";
    }
    if (entrant.waitMs <= 0) return "late";
    if (!this.makeRoom(entrant.caller)) return "full";
    const { promise, resolve } = Promise.withResolvers<Entry>();
    const waiter: Waiter = {
      ...entrant,
      end: (entry) => {
        clearTimeout(timer);
        stopListening();
        this.remove(waiter);
        if (entry === "inside") this.admit(waiter);
        resolve(entry);
        // A waiter that leaves the queue may have been all that held back those behind it.
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
    this.serve();
    return promise;
  }

  /** Enters where there is room now, for a caller without weight or target. @returns null where it would have to wait. */
  tryAcquire(caller: object | string): Permit | null {
    const entrant = { caller, target: "", weight: 1, waitMs: 0 };
    return this.enter(entrant, NEVER_ABORTED) === "inside" ? this.permitOf(entrant) : null;
  }

  /** Waits to enter, likewise. @returns null where the signal fires before. */
  async acquire(caller: object | string, signal: AbortSignal): Promise<Permit | null> {
    const entrant = { caller, target: "", weight: 1, waitMs: Number.POSITIVE_INFINITY };
    return (await this.enter(entrant, signal)) === "inside" ? this.permitOf(entrant) : null;
  }

  /** Leaves. @param entrant as it entered. */
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

  /** Whether the call's own caller and target leave it room. */
  private mayEnter({ caller, target, weight }: Entrant): boolean {
    const { perCaller, perTarget } = this.options;
    const own = this.usedByCaller.get(caller) ?? 0;
    if (perCaller > 0 && own > 0 && own + weight > perCaller) return false;
    return target === "" || perTarget === 0 || (this.insideByTarget.get(target) ?? 0) < perTarget;
  }

  /** Whether the capacity leaves it room. A call that is heavier than all of it enters alone. */
  private fits({ weight }: Entrant): boolean {
    const { capacity } = this.options;
    return capacity === 0 || this.used === 0 || this.used + weight <= capacity;
  }

  /** Whether the capacity alone holds back one of the calls that wait: it is next, then. */
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
    if (queue.length === 0) this.queues.delete(waiter.caller);
  }

  /** Makes room in the queue; false where the newcomer's own caller has the most calls in it. */
  private makeRoom(caller: object | string): boolean {
    if (this.waiters < this.options.waitingMax()) return true;
    let longest = caller;
    let most = (this.queues.get(caller)?.length ?? 0) + 1;
    for (const [other, queue] of this.queues) {
      if (queue.length <= most) continue;
      longest = other;
      most = queue.length;
    }
    if (longest === caller) return false;
    this.queues.get(longest)?.at(-1)?.end("full");
    return true;
  }

  /** Lets waiting calls enter, one of each caller in turn. */
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

function count<K>(counts: Map<K, number>, key: K, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
