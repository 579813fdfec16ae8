/** States of a circuit: `closed` allows all calls, `open` allows none, and `half_open` allows one trial call. */
export const CIRCUIT_STATES = ["closed", "open", "half_open"] as const;
/** State of a circuit. */
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/**
 * Number of consecutive failures after which a circuit opens, and milliseconds until an open circuit allows one trial
 * call.
 */
const FAILURES = 5;
const OPEN_MS = 2000;

/** A circuit breaker: after several consecutive failures it allows no calls for a short time. */
export class CircuitBreaker {
  private readonly clock: () => number;
  private failures = 0;
  private openUntil = 0;
  private trying = false;

  /**
   * Creates a closed circuit.
   * @param clock returns the current time in milliseconds and never goes backwards.
   */
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
    // Allows one trial call per interval, even if the previous trial is still running, because that call may only be
    // slow.
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

  /** Records that the call was cancelled, which counts neither as a success nor as a failure. */
  cancelled(): void {
    this.trying = false;
  }

  get state(): CircuitState {
    if (this.failures < FAILURES) return "closed";
    return this.trying || this.clock() >= this.openUntil ? "half_open" : "open";
  }
}
