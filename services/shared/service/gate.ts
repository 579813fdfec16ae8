import { Fault } from "@dnstools/core/fault";
import type { MetricMakers } from "./metric-makers.ts";
import { clientGone } from "./problem.ts";

/**
 * Begins work only as fast as this process's event loop keeps up: a call that is begun has the time it needs, and what
 * cannot be begun has cost nothing. A turn of the loop takes as long as all that is ready in it; where turns get long, calls wait.
 */
export type Gate = {
  /** Waits for the moment to begin. @throws overloaded when it does not come soon. */
  readonly enter: (caller: string, signal: AbortSignal) => Promise<void>;
};

/** Milliseconds that a call waits: as long as calls have only just begun to wait, and once they wait all the time. */
const WAIT_MS = 1000;
const BUSY_WAIT_MS = 20;
/** Milliseconds of waiting after which, and without it until which, there is too much to do all the time. */
const CALM_MS = 100;
/** Calls waiting; more are refused at once. */
const WAITING_MAX = 500;
/** Milliseconds after which half of what a caller has begun is forgotten. */
const FORGET_MS = 250;

type Waiter = {
  readonly caller: string;
  readonly since: number;
  readonly end: (refusal: Fault | null) => void;
};

/**
 * One for a process. The caller that has begun least goes first, and of its calls the newest: an old one may be too late
 * already for who asked it.
 * @param turnMs milliseconds of a turn of the event loop after which nothing new is begun in the next one; 0 lifts it.
 */
export function createGate(turnMs: number, make: MetricMakers): Gate {
  // Oldest first.
  let waiters: readonly Waiter[] = [];
  let refused = 0;
  make.counterOf(
    "calls_not_begun_total",
    "Calls refused since the event loop had no time for them.",
    [],
    () => [[{}, refused]],
  );
  make.gaugeOf("calls_to_begin", "Calls that wait until the event loop has time for them.", [], () => [
    [{}, waiters.length],
  ]);
  if (turnMs === 0) return { enter: () => Promise.resolve() };
  let begun = new Map<string, number>();
  let forgetAt = 0;
  let turning = false;
  let beganNow = false;
  let turnStart = 0;
  let lastTurnMs = 0;
  /** Since when somebody has been waiting nearly all the time, and when last. */
  let waitingSince = 0;
  let lastWaiting = 0;

  const begunBy = (caller: string) => begun.get(caller) ?? 0;

  function nextOf(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of waiters) {
      if (next === undefined || begunBy(waiter.caller) <= begunBy(next.caller)) next = waiter;
    }
    return next;
  }

  function note(caller: string, now: number): void {
    beganNow = true;
    if (now > forgetAt) {
      forgetAt = now + FORGET_MS;
      begun = new Map([...begun].flatMap(([name, n]) => (n > 1 ? [[name, n / 2] as const] : [])));
    }
    begun.set(caller, begunBy(caller) + 1);
  }

  /** Once each turn of the loop, while there is anything to look at. */
  function turn(): void {
    const now = performance.now();
    lastTurnMs = now - turnStart;
    turnStart = now;
    const active = beganNow;
    beganNow = false;
    const next = nextOf();
    if (next !== undefined && lastTurnMs <= turnMs) {
      note(next.caller, now);
      next.end(null);
    }
    sendAway(now);
    if (waiters.length > 0) lastWaiting = now;
    turning = active || beganNow || waiters.length > 0;
    if (turning) setImmediate(turn);
  }

  function sendAway(now: number): void {
    const waitMs = now - waitingSince > CALM_MS ? BUSY_WAIT_MS : WAIT_MS;
    // Whoever is next stays: a light caller among heavy ones is not sent away for a pause of the process.
    const next = nextOf();
    for (const waiter of waiters) {
      if (waiter === next || now - waiter.since <= waitMs) continue;
      refused += 1;
      waiter.end(overloaded());
    }
  }

  return {
    enter(caller, signal) {
      const now = performance.now();
      if (waiters.length === 0 && !beganNow && (!turning || lastTurnMs <= turnMs)) {
        note(caller, now);
        if (!turning) {
          turning = true;
          turnStart = now;
          lastTurnMs = 0;
          setImmediate(turn);
        }
        return Promise.resolve();
      }
      if (signal.aborted) return Promise.reject(clientGone());
      if (waiters.length >= WAITING_MAX) {
        refused += 1;
        return Promise.reject(overloaded());
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const gone = () => waiter.end(clientGone());
      const waiter: Waiter = {
        caller,
        since: now,
        end(refusal) {
          signal.removeEventListener("abort", gone);
          waiters = waiters.filter((other) => other !== waiter);
          if (refusal === null) resolve();
          else reject(refusal);
        },
      };
      signal.addEventListener("abort", gone, { once: true });
      waiters = [...waiters, waiter];
      // A pause of the waiting shorter than this changes nothing.
      if (now - lastWaiting > CALM_MS) waitingSince = now;
      lastWaiting = now;
      return promise;
    },
  };
}

function overloaded(): Fault {
  return new Fault("overloaded", {
    detail: "This API has more to do than it can just now. Try again in a few seconds.",
    retryAfterS: 2,
    workDone: false,
  });
}
