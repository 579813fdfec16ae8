/** The longest deadline that a tool may have, whatever WAIT_FACTOR says. Milliseconds. */
export const DEADLINE_MAX_MS = 60_000;
/** The longest wait for a turn that QUEUE_WAIT_MS may say. */
export const QUEUE_WAIT_MAX_MS = 10_000;

/** Beyond waiting and working: the way between processes, and writing the answer. */
export const MARGIN_MS = 1000;

/**
 * Milliseconds from the arrival of a call to the last moment at which its answer may come. Clients between processes, the proxy,
 * connections, a drain and the grace period of a stop all wait at least this long.
 */
export function callMs(deadlineMs: number, queueWaitMs: number): number {
  return queueWaitMs + deadlineMs + MARGIN_MS;
}
