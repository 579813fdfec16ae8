/** Milliseconds between two ticks of the clock. */
const TICK_MS = 20;

/**
 * A periodic clock that all queries in flight share, because two timers for each query would cost as much as handling
 * the response to it.
 *
 *     stopped ── start ──► running ── a tick that finds nothing to do ──► stopped
 */
export class Clock {
  private readonly tick: (now: number, stoodStillMs: number) => boolean;
  private timer: Timer | null = null;
  private tickedAt = 0;

  /**
   * @param tick called at each tick while the clock runs; the clock stops when `tick` returns false. `stoodStillMs` is
   * the number of milliseconds since the last tick during which this process was blocked (a busy machine, a long
   * computation) and could not receive responses. This time must not be counted against a server.
   */
  constructor(tick: (now: number, stoodStillMs: number) => boolean) {
    this.tick = tick;
  }

  get isRunning(): boolean {
    return this.timer !== null;
  }

  start(): void {
    if (this.timer !== null) return;
    this.tickedAt = performance.now();
    this.timer = setInterval(() => this.onTick(), TICK_MS);
  }

  private onTick(): void {
    const now = performance.now();
    const late = now - this.tickedAt - TICK_MS;
    this.tickedAt = now;
    if (this.tick(now, late > TICK_MS ? late : 0) || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
