/** Whether calls go through: all of them, none for now, or one as a trial. */
export const CIRCUIT_STATES = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/** Failures in a row that open a circuit, and milliseconds until one call may try again. */
const FAILURES = 5;
const OPEN_MS = 2000;

/** A circuit breaker: after some failures in a row, calls are not made for a while. */
export class CircuitBreaker {
  private readonly clock: () => number;
  private failures = 0;
  private openUntil = 0;
  private trying = false;

  /** @param clock milliseconds, never going back. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** Whether a call may be made now; the caller must then report how it went. */
  mayTry(): boolean {
    if (this.failures < FAILURES) return true;
    if (this.clock() < this.openUntil) return false;
    // One call each time, whatever becomes of the last one: it may have asked something slow.
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

  /** The call was given up and proves nothing. */
  cancelled(): void {
    this.trying = false;
  }

  get state(): CircuitState {
    if (this.failures < FAILURES) return "closed";
    return this.trying || this.clock() >= this.openUntil ? "half_open" : "open";
  }
}
