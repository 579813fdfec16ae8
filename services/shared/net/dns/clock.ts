/** Milliseconds between ticks. */
const TICK_MS = 20;

/**
 * One clock for all queries: two timers for each would cost as much as its answer.
 *
 *     stopped ── start ──► running ── a tick that finds nothing to do ──► stopped
 */
export class Clock {
  private readonly tick: (now: number, stoodStillMs: number) => boolean;
  private timer: Timer | null = null;
  private tickedAt = 0;

  /**
   * @param tick called at each tick while the clock runs; false stops it. `stoodStillMs`: milliseconds since the last tick in which this
   * process stood still (a busy machine, long computing) and heard no answer: that time is not the server's.
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
