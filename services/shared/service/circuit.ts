/** Whether calls go through: all of them, none for now, or one to see. */
export const CIRCUIT_STATES = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/** Keeps callers from waiting for what is not there, and what is not there from being asked by all. */
export type Circuit = {
  /** Whether a call may be made now; whoever is told so must say how it went. */
  readonly mayTry: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** A connection was closed on the call: others should be asked first, and no more, since all calls of a process that ends say so. */
  readonly wasCut: () => void;
  /** The call was given up, and proves nothing. */
  readonly cancelled: () => void;
  readonly state: () => CircuitState;
  /** Whether a call failed or was cut a moment ago and none has succeeded since: others should be asked first. */
  readonly doubted: () => boolean;
};

/** Failures in a row that open it, and milliseconds until one call may try again. */
const FAILURES = 5;
const OPEN_MS = 2000;

/** @param clock milliseconds, never going back. */
export function createCircuit(clock: () => number = () => performance.now()): Circuit {
  let failures = 0;
  let openUntil = 0;
  let doubtedUntil = 0;
  let trying = false;
  return {
    mayTry() {
      if (failures < FAILURES) return true;
      if (clock() < openUntil) return false;
      // One each time, whatever becomes of the last: it may have been asked something slow.
      openUntil = clock() + OPEN_MS;
      trying = true;
      return true;
    },
    succeeded() {
      failures = 0;
      doubtedUntil = 0;
      trying = false;
    },
    failed() {
      failures += 1;
      trying = false;
      doubtedUntil = clock() + OPEN_MS;
      if (failures >= FAILURES) openUntil = doubtedUntil;
    },
    wasCut() {
      trying = false;
      doubtedUntil = clock() + OPEN_MS;
    },
    cancelled() {
      trying = false;
    },
    state() {
      if (failures < FAILURES) return "closed";
      // What nobody asks is not known to be away any longer once the time is over.
      return trying || clock() >= openUntil ? "half_open" : "open";
    },
    doubted: () => clock() < doubtedUntil,
  };
}
