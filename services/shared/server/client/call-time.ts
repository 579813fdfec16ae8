/** Maximum deadline of a tool in milliseconds, regardless of WAIT_FACTOR. */
export const DEADLINE_MAX_MS = 60_000;
/** Maximum value of QUEUE_WAIT_MS in milliseconds. */
export const QUEUE_WAIT_MAX_MS = 10_000;

/**
 * Milliseconds added to a call's queue wait and deadline, for communication between processes and for writing the
 * answer.
 */
export const MARGIN_MS = 1000;

/**
 * Returns the maximum duration of a call in milliseconds, from its arrival to its answer. Timeouts of clients between
 * processes, of the proxy, of connections and of shutdown must be at least this long.
 */
export function callMs(deadlineMs: number, queueWaitMs: number): number {
  return queueWaitMs + deadlineMs + MARGIN_MS;
}
