/** Initial number of queries that may be in flight at one server; WINDOW_MAX is the maximum. */
const WINDOW = 32;
const WINDOW_MAX = 48;
/** Number of consecutive failures after which a server is no longer used while other servers work. */
const FAILURES_MAX = 6;

type WindowState = {
  /** Number of queries in flight; `window` is the maximum number allowed. */
  readonly active: number;
  readonly window: number;
  readonly phase: "slow_start" | "avoidance";
  /** Round-trip time of the server in milliseconds, smoothed as in TCP (RFC 6298 2.3). */
  readonly rttMs: number;
  /** Number of consecutive failed queries. */
  readonly failures: number;
  readonly answeredAt: number;
};

/**
 * Limits the queries in flight at one server, with the congestion control of TCP (RFC 5681 3.1):
 *
 *     slow start: + 1 with each answer ── a failure: half ──► avoidance: + 1 with each window of answers
 *                                                              ▲  └── a failure: half ──┐
 *                                                              └────────────────────────┘
 *
 * Also records whether the server is failing:
 *
 *     working ── consecutive failures ──► failing ── an answer ──► working
 */
export class ServerWindow {
  private active = 0;
  private window = WINDOW;
  private phase: WindowState["phase"] = "slow_start";
  private failures = 0;
  private roundTripMs: number;
  private answeredAt: number;

  /**
   * @param rttMs milliseconds that the server took for its first answer.
   * @param now the current time on the clock of performance.now().
   */
  constructor(rttMs: number, now: number) {
    this.roundTripMs = rttMs;
    this.answeredAt = now;
  }

  get state(): WindowState {
    const { active, window, phase, failures, roundTripMs: rttMs, answeredAt } = this;
    return { active, window, phase, rttMs, failures, answeredAt };
  }

  get rttMs(): number {
    return this.roundTripMs;
  }

  get isFull(): boolean {
    return this.active >= Math.floor(this.window);
  }

  /** Share of the window that is in use, from 0 to 1. */
  get load(): number {
    return this.active / this.window;
  }

  get isFailing(): boolean {
    return this.failures >= FAILURES_MAX;
  }

  hasAnsweredSince(time: number): boolean {
    return this.answeredAt > time;
  }

  /**
   * Returns the number of queries, in addition to those in flight, that the server can answer within `ms`
   * milliseconds. Returns 0 after a failure, because it is unknown when the server will answer again.
   */
  answersWithin(ms: number): number {
    return this.failures > 0 ? 0 : (this.window * ms) / Math.max(1, this.roundTripMs) - this.active;
  }

  sent(): void {
    this.active += 1;
  }

  answered(elapsedMs: number, now: number): void {
    this.active -= 1;
    this.failures = 0;
    this.answeredAt = now;
    this.roundTripMs += (elapsedMs - this.roundTripMs) / 8;
    const more = this.phase === "slow_start" ? 1 : 1 / this.window;
    this.window = Math.min(WINDOW_MAX, this.window + more);
  }

  /**
   * Records a failed query.
   * @param isServers true if the server caused the failure; false if this API did.
   */
  failed(isServers: boolean): void {
    this.active -= 1;
    if (isServers) this.failures += 1;
    this.window = Math.max(1, this.window / 2);
    this.phase = "avoidance";
  }
}
