/** Queries under way at one server: at first, and at most. */
const WINDOW = 32;
const WINDOW_MAX = 48;
/** Failures in a row after which a server is left alone where there are others. */
const FAILURES_MAX = 6;

type WindowState = {
  /** Queries under way now, and how many may be. */
  readonly active: number;
  readonly window: number;
  readonly phase: "slow_start" | "avoidance";
  /** Milliseconds of the last answers, smoothed as TCP does (RFC 6298 2.3). */
  readonly rttMs: number;
  /** In a row. */
  readonly failures: number;
  readonly answeredAt: number;
};

/**
 * How many queries one server takes at once, found out as TCP finds out a path (RFC 5681 3.1):
 *
 *     slow start: + 1 with each answer ── a failure: half ──► avoidance: + 1 with each window of answers
 *                                                              ▲  └── a failure: half ──┐
 *                                                              └────────────────────────┘
 *
 * and whether it is to be asked at all:
 *
 *     working ── failures in a row ──► failing ── an answer ──► working
 */
export class ServerWindow {
  private active = 0;
  private window = WINDOW;
  private phase: WindowState["phase"] = "slow_start";
  private failures = 0;
  private roundTripMs: number;
  private answeredAt: number;

  /** @param rttMs milliseconds that its first answer took. @param now on the clock of performance.now(). */
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

  /** The share of its window that is taken. */
  get load(): number {
    return this.active / this.window;
  }

  get isFailing(): boolean {
    return this.failures >= FAILURES_MAX;
  }

  hasAnsweredSince(time: number): boolean {
    return this.answeredAt > time;
  }

  /** Queries beyond those under way that it answers in a time. When a server answers whose last query failed is not known: none. */
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

  /** @param isServers whether the failure says something of the server: no socket left or too long a wait for a turn says nothing. */
  failed(isServers: boolean): void {
    this.active -= 1;
    if (isServers) this.failures += 1;
    this.window = Math.max(1, this.window / 2);
    this.phase = "avoidance";
  }
}
