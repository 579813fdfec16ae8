import type { MetricMakers } from "./metrics.ts";

/**
 * Lets a process that has more to do than it can answer most calls in time and refuse the others at once. It measures how late
 * its own timers are: with too much to do they are late all the time, with one piece of long work only once.
 */
export type Shedder = {
  /** Whether a caller's call is to be worked on. */
  readonly admit: (caller: string) => boolean;
};

/** Milliseconds between looks at the clock, and between decisions. */
const TICK_MS = 5;
const WINDOW_MS = 50;
/** Looks that a window has at least, so that one long piece of work decides nothing. */
const TICKS_MIN = 3;
/** Windows without lateness after which measuring stops, when nothing is refused. */
const QUIET_WINDOWS = 20;
/** So many callers may each send one call a window, whatever happens. */
const FEW = 20;
/** How fast what a caller may send grows again in a window, and how much of it is left at the least when it shrinks. */
const GROWTH = 1.1;
const SHRINK_MIN = 0.5;

/**
 * Every caller may send `share` calls a window. It shrinks while the process is late and grows when it is not, so that those who
 * send most are refused first, and those who send less than it never.
 * @param lagMs how late is too late; 0 lifts it.
 */
export function createShedder(lagMs: number, make: MetricMakers): Shedder {
  const lateness = make.gauge("overload_lag_seconds", "How late the process was in its last window.", []);
  if (lagMs === 0) return { admit: () => true };
  let share = Number.POSITIVE_INFINITY;
  let sent = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let lastTick = 0;
  let windowStart = 0;
  let ticks = 0;
  let least = Number.POSITIVE_INFINITY;
  let quiet = 0;

  function tick(): void {
    const now = performance.now();
    least = Math.min(least, now - lastTick - TICK_MS);
    ticks += 1;
    lastTick = now;
    if (ticks < TICKS_MIN || now - windowStart < WINDOW_MS) return;
    decide(Math.max(0, least));
    windowStart = now;
    ticks = 0;
    least = Number.POSITIVE_INFINITY;
    sent = new Map();
  }

  function decide(late: number): void {
    lateness.set(late / 1000);
    const most = Math.max(0, ...sent.values());
    if (late > lagMs) {
      // Where few send, each may send one: what makes the process late is then something else.
      const floor = Math.min(1, FEW / Math.max(1, sent.size));
      share = Math.max(floor, Math.min(share, most) * Math.max(SHRINK_MIN, lagMs / late));
      quiet = 0;
      return;
    }
    quiet += 1;
    if (share < Number.POSITIVE_INFINITY) {
      share = share * GROWTH + 0.05;
      // Nobody has sent nearly as much as may be sent: nothing is held back any longer.
      if (most < share / 2 && quiet >= QUIET_WINDOWS) share = Number.POSITIVE_INFINITY;
    } else if (quiet >= QUIET_WINDOWS && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }

  function watch(): void {
    lastTick = performance.now();
    windowStart = lastTick;
    ticks = 0;
    quiet = 0;
    timer = setInterval(tick, TICK_MS);
    timer.unref();
  }

  return {
    admit(caller) {
      if (timer === null) watch();
      const before = sent.get(caller) ?? 0;
      sent.set(caller, before + 1);
      if (before + 1 <= share) return true;
      // A part of a call is a chance of one.
      return before < share && Math.random() < share - before;
    },
  };
}
