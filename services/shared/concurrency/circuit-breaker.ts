/** States of a circuit: `closed` allows all calls, `open` allows none, and `half_open` allows one trial call. */
export const CIRCUIT_STATES = ["closed", "open", "half_open"] as const;
/** State of a circuit. */
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/** Consecutive failures that open a circuit, and milliseconds before one trial call is allowed. */
const FAILURES = 5;
const OPEN_MS = 2000;

/** A circuit breaker: after several consecutive failures it allows no calls for a short time. */
export class CircuitBreaker {
  private readonly clock: () => number;
  private failures = 0;
  private openUntil = 0;
  private trying = false;

  /** @param clock returns the current time in milliseconds and never goes backwards. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /**
   * Returns true if a call is allowed now. The caller must then report its result with `succeeded`, `failed` or
   * `cancelled`.
   */
  mayTry(): boolean {
    if (this.failures < FAILURES) return true;
    if (this.clock() < this.openUntil) return false;
    // One trial per interval, even if the last trial is still running: that request may simply be slow.
    this.openUntil = this.clock() + OPEN_MS;
    this.trying = true;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.trying = false;
  }

  failed(): void {
    this.failures += 1;
    this.trying = false;
    if (this.failures >= FAILURES) this.openUntil = this.clock() + OPEN_MS;
  }

  /** Records that the call was cancelled, which shows neither success nor failure. */
  cancelled(): void {
    this.trying = false;
  }

  get state(): CircuitState {
    if (this.failures < FAILURES) return "closed";
    return this.trying || this.clock() >= this.openUntil ? "half_open" : "open";
  }
}
